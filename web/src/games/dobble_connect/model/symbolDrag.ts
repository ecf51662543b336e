/** Dragging a symbol of the own card to the table. Equal to tapping the symbol and then the element it is dropped on. */
import type { Point } from "../../../kit/interaction/geometry";

/** Movement in pixels above which a press is a drag. */
const DRAG_THRESHOLD_PX = 10;

export interface SymbolDragHandlers {
  /** Called when a drag begins. Returns false if the symbol must not be dragged. */
  lift: (place: number) => boolean;
  /** Called while the symbol is dragged, with the pointer's position in the window. */
  carry: (at: Point) => void;
  /** Called with the element under the pointer, or null if the drag was cancelled. */
  drop: (on: Element | null) => void;
}

/** Attachment for the element that contains the symbols, each marked with `data-place`. */
export function symbolDrag({ lift, carry, drop }: SymbolDragHandlers): (node: HTMLElement) => () => void {
  return (node) => {
    let held: { pointer: number; place: number; from: Point; isLifted: boolean } | null = null;

    const down = (event: PointerEvent) => {
      const symbolPlace = (event.target as Element).closest<HTMLElement>("[data-place]")?.dataset.place;
      if (event.button !== 0 || held || symbolPlace === undefined) return;
      held = { pointer: event.pointerId, place: Number(symbolPlace), from: { x: event.clientX, y: event.clientY }, isLifted: false };
    };

    const move = (event: PointerEvent) => {
      if (held?.pointer !== event.pointerId) return;
      const draggedDistance = Math.hypot(event.clientX - held.from.x, event.clientY - held.from.y);
      if (!held.isLifted && draggedDistance < DRAG_THRESHOLD_PX) return;
      if (!held.isLifted && !lift(held.place)) {
        held = null;
        return;
      }
      held.isLifted = true;
      carry({ x: event.clientX, y: event.clientY });
    };

    const up = (event: PointerEvent) => {
      if (held?.pointer !== event.pointerId) return;
      if (held.isLifted) drop(event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY) : null);
      held = null;
    };

    node.addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    return () => {
      if (held?.isLifted) drop(null);
      node.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
  };
}
