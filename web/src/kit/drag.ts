/**
 * Dragging a piece onto a target, for mouse, pen and finger, beside clicking and the keyboard.
 *
 *   <button {@attach drag({ start: () => choose(tile), drop: (target) => place(tile, target) })}>
 *   <div data-drop="3">        // what `drop` is told: "3"
 *
 * A copy of the piece follows the pointer. A press that does not move stays a click.
 */
export interface Drag {
  /** Asked when a drag begins; false if this piece cannot be dragged now. */
  start?: () => boolean | void;
  /** The `data-drop` of the element under the pointer; not called when there is none. */
  drop: (target: string) => void;
}

const FAR_PX = 8;

export function drag(options: Drag) {
  return (node: HTMLElement) => {
    let from: { x: number; y: number } | null = null;
    let copy: HTMLElement | null = null;
    let over: Element | null = null;

    const target = (event: PointerEvent) =>
      document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-drop]") ?? null;

    function down(event: PointerEvent): void {
      if (event.button === 0) from = { x: event.clientX, y: event.clientY };
    }

    function move(event: PointerEvent): void {
      if (!from) return;
      const x = event.clientX - from.x;
      const y = event.clientY - from.y;
      if (!copy) {
        if (Math.hypot(x, y) < FAR_PX) return;
        if (options.start?.() === false) {
          from = null;
          return;
        }
        copy = lift(node);
        node.setPointerCapture(event.pointerId);
      }
      copy.style.transform = `translate(${x}px, ${y}px) scale(1.08)`;
      const found = target(event);
      if (found !== over) {
        over?.classList.remove("drop-here");
        found?.classList.add("drop-here");
        over = found;
      }
    }

    function up(event: PointerEvent): void {
      const found = copy ? target(event) : null;
      const wasDragged = copy !== null;
      end();
      if (wasDragged) addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      if (found?.dataset.drop !== undefined) options.drop(found.dataset.drop);
    }

    function end(): void {
      over?.classList.remove("drop-here");
      copy?.remove();
      from = copy = over = null;
    }

    node.style.touchAction = "none";
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", end);
    return () => {
      end();
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", end);
    };
  };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function lift(node: HTMLElement): HTMLElement {
  const box = node.getBoundingClientRect();
  const copy = node.cloneNode(true) as HTMLElement;
  copy.setAttribute("aria-hidden", "true");
  copy.removeAttribute("id");
  Object.assign(copy.style, {
    position: "fixed",
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: "0",
    zIndex: "50",
    pointerEvents: "none",
    transition: "none",
  });
  document.body.append(copy);
  return copy;
}
