/** Dragging a card from a spot to a spot with mouse, pen or finger; a press that hardly moves stays a press. */

const FAR_ENOUGH_PX = 9;

interface Handlers {
  /** Whether there is anything to do with a card of this spot. */
  canStart: (from: string) => boolean;
  started: (from: string) => void;
  /** `to` is null when it was let go over nothing. */
  dropped: (from: string, to: string | null) => void;
}

export class Drag {
  constructor(private readonly handlers: Handlers) {}

  source = (spot: string) => (node: HTMLElement) => {
    const press = (event: PointerEvent) => {
      if (event.button === 0 && event.isPrimary && this.handlers.canStart(spot)) this.#follow(node, spot, event);
    };
    node.addEventListener("pointerdown", press);
    return () => node.removeEventListener("pointerdown", press);
  };

  #follow(node: HTMLElement, spot: string, start: PointerEvent): void {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const card = node.querySelector<HTMLElement>("[data-card]") ?? node;
    let isMoving = false;
    const move = (event: PointerEvent) => {
      if (event.pointerId !== start.pointerId) return;
      const x = event.clientX - start.clientX;
      const y = event.clientY - start.clientY;
      if (!isMoving && Math.hypot(x, y) < FAR_ENOUGH_PX) return;
      if (!isMoving) this.handlers.started(spot);
      isMoving = true;
      card.style.translate = `${x}px ${y}px`;
      node.dataset.dragging = "";
      mark(spotUnder(event, spot));
    };
    const end = (event: PointerEvent) => {
      if (event.pointerId !== start.pointerId) return;
      listening.abort();
      card.style.translate = "";
      delete node.dataset.dragging;
      mark(null);
      if (!isMoving) return;
      node.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => node.removeEventListener("click", swallow, { capture: true }), 0);
      const under = event.type === "pointerup" ? spotUnder(event, spot) : null;
      this.handlers.dropped(spot, under?.dataset.spot ?? null);
    };
    addEventListener("pointermove", move, options);
    addEventListener("pointerup", end, options);
    addEventListener("pointercancel", end, options);
  }
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function spotUnder(event: PointerEvent, except: string): HTMLElement | null {
  for (const found of document.elementsFromPoint(event.clientX, event.clientY)) {
    const spot = found.closest<HTMLElement>("[data-spot]");
    if (spot && spot.dataset.spot !== except) return spot;
  }
  return null;
}

function mark(spot: HTMLElement | null): void {
  for (const old of document.querySelectorAll<HTMLElement>("[data-over]")) if (old !== spot) delete old.dataset.over;
  if (spot) spot.dataset.over = "";
}
