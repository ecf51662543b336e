/**
 * Drag and drop of a piece onto a target, for mouse, pen and finger.
 *
 *   <button {@attach drag({ start: () => choose(tile), drop: (target) => place(tile, target) })}>
 *   <div data-drop="3">        // `drop` receives "3"
 *
 * A copy of the piece follows the pointer. Meanwhile the piece has the class `lifted`, and the target below the pointer
 * the class `drop-here`. A press that hardly moves stays a click. Draggable pieces need `touch-action: none`.
 */

/** What the owner of a draggable piece does when a drag begins, drops the piece on a target, and ends. */
export interface DragHandlers {
  /** Called when a drag begins. Returns false if the piece must not be dragged now. */
  start?: () => boolean | void;
  /** Called with the `data-drop` of the element under the pointer. Not called without one. */
  drop: (target: string) => void;
  /** Called after every drag. */
  end?: () => void;
  /** Selector of the part to lift. The whole element if it is missing or not found. */
  piece?: string;
}

/** Movement in pixels above which a press is a drag. */
const DRAG_THRESHOLD_PX = 8;

/** Return a Svelte attachment that makes an element draggable. */
export function drag(handlers: DragHandlers) {
  return (node: HTMLElement) => {
    const dragSession = new DragSession(node, handlers);
    const down = (event: PointerEvent) => dragSession.press(event);
    node.addEventListener("pointerdown", down);
    return () => {
      dragSession.end();
      node.removeEventListener("pointerdown", down);
    };
  };
}

class DragSession {
  #listeners: AbortController | null = null;
  #copy: HTMLElement | null = null;
  #target: Element | null = null;

  constructor(
    private readonly node: HTMLElement,
    private readonly handlers: DragHandlers,
  ) {}

  press(start: PointerEvent): void {
    if (start.button !== 0 || this.#copy) return;
    this.#listeners?.abort();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    const ifSamePointer = (handler: (event: PointerEvent) => void) => (event: PointerEvent) => event.pointerId === start.pointerId && handler(event);
    addEventListener("pointermove", ifSamePointer((event) => this.#move(event, start)), { signal });
    addEventListener("pointerup", ifSamePointer((event) => this.#release(event)), { signal });
    addEventListener("pointercancel", ifSamePointer(() => this.end()), { signal });
  }

  #move(event: PointerEvent, start: PointerEvent): void {
    const x = event.clientX - start.clientX;
    const y = event.clientY - start.clientY;
    if (!this.#copy && Math.hypot(x, y) < DRAG_THRESHOLD_PX) return;
    if (!this.#copy && this.handlers.start?.() === false) return this.end();
    this.#copy ??= this.#lift(event.pointerId);
    this.#copy.style.transform = `translate(${x}px, ${y}px) scale(1.08)`;
    const dropTarget = dropTargetAt(event);
    if (dropTarget === this.#target) return;
    this.#target?.classList.remove("drop-here");
    dropTarget?.classList.add("drop-here");
    this.#target = dropTarget;
  }

  #lift(pointerId: number): HTMLElement {
    const { piece } = this.handlers;
    const copy = addFloatingCopy((piece && this.node.querySelector<HTMLElement>(piece)) || this.node);
    this.node.classList.add("lifted");
    this.node.setPointerCapture(pointerId);
    return copy;
  }

  #release(event: PointerEvent): void {
    const dropTarget = this.#copy ? dropTargetAt(event) : null;
    if (this.#copy) {
      addEventListener("click", cancelEvent, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", cancelEvent, { capture: true }), 0);
    }
    if (dropTarget?.dataset.drop !== undefined) this.handlers.drop(dropTarget.dataset.drop);
    this.end();
  }

  end(): void {
    const wasDragged = this.#copy !== null;
    this.#listeners?.abort();
    this.#target?.classList.remove("drop-here");
    this.node.classList.remove("lifted");
    this.#copy?.remove();
    this.#listeners = this.#copy = this.#target = null;
    if (wasDragged) this.handlers.end?.();
  }
}

function dropTargetAt({ clientX, clientY }: PointerEvent): HTMLElement | null {
  return document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-drop]") ?? null;
}

function cancelEvent(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

/** Add a copy of an element to the page, at the same position above everything else. */
function addFloatingCopy(piece: HTMLElement): HTMLElement {
  const rect = piece.getBoundingClientRect();
  const copy = piece.cloneNode(true) as HTMLElement;
  copy.setAttribute("aria-hidden", "true");
  copy.removeAttribute("id");
  Object.assign(copy.style, {
    position: "fixed",
    left: `${rect.left}px`,
    top: `${rect.top}px`,
    width: `${rect.width}px`,
    height: `${rect.height}px`,
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
