/**
 * Dragging a piece onto a target, for mouse, pen and finger, beside clicking and the keyboard.
 *
 *   <button {@attach drag({ start: () => choose(tile), drop: (target) => place(tile, target) })}>
 *   <div data-drop="3">        // what `drop` is told: "3"
 *
 * A copy of the piece follows the pointer; meanwhile the piece is `.lifted`, and the target below it `.drop-here`.
 * A press that hardly moves stays a click. Pieces that can be dragged have `touch-action: none` in their style.
 */
export interface Drag {
  /** Asked when a drag begins; false if this piece cannot be dragged now. */
  start?: () => boolean | void;
  /** The `data-drop` of the element under the pointer; not called when there is none. */
  drop: (target: string) => void;
  /** Told when a drag is over, wherever it ended. */
  end?: () => void;
  /** What of the element is lifted: a selector of something inside. All of it if this is left out, or not there. */
  piece?: string;
}

const FAR_PX = 8;

export function drag(options: Drag) {
  return (node: HTMLElement) => {
    let listening: AbortController | null = null;
    let copy: HTMLElement | null = null;
    let over: Element | null = null;

    const target = (event: PointerEvent) =>
      document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-drop]") ?? null;

    function down(start: PointerEvent): void {
      if (start.button !== 0 || copy) return;
      listening?.abort();
      listening = new AbortController();
      const { signal } = listening;
      const own = (then: (event: PointerEvent) => void) => (event: PointerEvent) => event.pointerId === start.pointerId && then(event);
      addEventListener("pointermove", own((event) => move(event, start)), { signal });
      addEventListener("pointerup", own(up), { signal });
      addEventListener("pointercancel", own(end), { signal });
    }

    function move(event: PointerEvent, start: PointerEvent): void {
      const x = event.clientX - start.clientX;
      const y = event.clientY - start.clientY;
      if (!copy) {
        if (Math.hypot(x, y) < FAR_PX) return;
        if (options.start?.() === false) return end();
        copy = lift((options.piece && node.querySelector<HTMLElement>(options.piece)) || node);
        node.classList.add("lifted");
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
      if (copy) {
        addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      }
      if (found?.dataset.drop !== undefined) options.drop(found.dataset.drop);
      end();
    }

    function end(): void {
      const wasDragged = copy !== null;
      listening?.abort();
      over?.classList.remove("drop-here");
      node.classList.remove("lifted");
      copy?.remove();
      listening = copy = over = null;
      if (wasDragged) options.end?.();
    }

    node.addEventListener("pointerdown", down);
    return () => {
      end();
      node.removeEventListener("pointerdown", down);
    };
  };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function lift(piece: HTMLElement): HTMLElement {
  const box = piece.getBoundingClientRect();
  const copy = piece.cloneNode(true) as HTMLElement;
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
    translate: "none",
    rotate: "none",
    scale: "none",
  });
  document.body.append(copy);
  return copy;
}
