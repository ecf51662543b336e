/** A symbol of the own card dragged to the table: the same as tapping it and then what it is dropped on. */
import type { Point } from "./hexagons";

const SLACK_PX = 10;

export interface Dragging {
  /** A symbol begins to move. False: it may not. */
  lift: (place: number) => boolean;
  /** Where it is now, in the window. */
  carry: (at: Point) => void;
  /** What lies under it when it is let go; null if that is nothing of the page, or the drag was broken off. */
  drop: (on: Element | null) => void;
}

export function dragging({ lift, carry, drop }: Dragging): (node: HTMLElement) => () => void {
  return (node) => {
    let held: { pointer: number; place: number; from: Point; isLifted: boolean } | null = null;

    const down = (event: PointerEvent) => {
      const place = (event.target as Element).closest<HTMLElement>("[data-place]")?.dataset.place;
      if (event.button !== 0 || held || place === undefined) return;
      held = { pointer: event.pointerId, place: Number(place), from: { x: event.clientX, y: event.clientY }, isLifted: false };
    };

    const move = (event: PointerEvent) => {
      if (held?.pointer !== event.pointerId) return;
      const way = Math.hypot(event.clientX - held.from.x, event.clientY - held.from.y);
      if (!held.isLifted && way < SLACK_PX) return;
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
