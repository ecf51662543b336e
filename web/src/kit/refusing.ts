/** An answer for taps that do nothing: a short shake, and a few words at the place. Boards may call `notNow` themselves. */
import { looks } from "../lib/settings.svelte";

const SHAKE_MS = 280;
const SHOWN_MS = 1500;
const EDGE_PX = 8;
/** What looks as if it could be played; `data-piece` marks more of it. */
const PIECES = "[data-piece], [aria-disabled='true'], button:disabled, .pile, .tile, .place:not(.empty), .group, .choice";
/** What is for pressing, and so answers itself. */
const ALIVE = "button:not(:disabled):not([aria-disabled='true']), [role='button']:not([aria-disabled='true']), a[href], summary, input, select, dialog";

/** The piece under a tap that does nothing now; null if it does something, or there is none. */
export function deadPiece(target: EventTarget | null): Element | null {
  return target instanceof Element && !target.closest(ALIVE) ? target.closest(PIECES) : null;
}

let bubble: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

export function notNow(piece: Element, words = "Not possible now"): void {
  if (looks.moves && typeof piece.animate === "function") {
    piece.animate([{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "-3px" }, { translate: "0" }], { duration: SHAKE_MS });
  }
  bubble?.remove();
  bubble = document.createElement("div");
  bubble.className = "not-now";
  bubble.setAttribute("role", "status");
  bubble.textContent = words;
  document.body.append(bubble);
  const { left, top, width, bottom } = piece.getBoundingClientRect();
  const x = left + width / 2 - bubble.offsetWidth / 2;
  const y = top - bubble.offsetHeight - 6;
  bubble.style.left = `${Math.max(EDGE_PX, Math.min(x, innerWidth - bubble.offsetWidth - EDGE_PX))}px`;
  bubble.style.top = `${y < EDGE_PX ? bottom + 6 : y}px`;
  clearTimeout(timer);
  timer = setTimeout(() => bubble?.remove(), SHOWN_MS);
}

/** Listens on a board for taps on pieces that do nothing. By pointer, not by click: a disabled button has none. */
export function answersDeadTaps(words: () => string | null) {
  return (node: HTMLElement) => {
    let from: { x: number; y: number; piece: Element } | null = null;
    const down = (event: PointerEvent) => {
      const piece = deadPiece(event.target);
      from = piece && event.isPrimary ? { x: event.clientX, y: event.clientY, piece } : null;
    };
    const up = (event: PointerEvent) => {
      const start = from;
      from = null;
      if (!start || Math.hypot(event.clientX - start.x, event.clientY - start.y) > EDGE_PX) return;
      const told = words();
      if (told !== null && deadPiece(start.piece)) notNow(start.piece, start.piece.getAttribute("title") || told);
    };
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointerup", up);
    return () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointerup", up);
    };
  };
}
