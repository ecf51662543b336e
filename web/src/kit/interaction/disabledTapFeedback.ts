/** Feedback for taps on pieces that cannot be played now: a short shake and a hint on the piece. */
import { preferences } from "../../lib/preferences.svelte";
import { clamp } from "./geometry";

const SHAKE_LENGTH_MS = 280;
/** Display time of a hint in milliseconds: at least, and per character. */
const MIN_HINT_SHOWN_MS = 1500;
const HINT_SHOWN_MS_PER_CHARACTER = 45;
/** Distance of the hint from the screen's edge in pixels. */
const HINT_MARGIN_PX = 8;
/** Movement in pixels above which a press is no tap. */
const MAX_TAP_MOVE_PX = 8;
/** Elements that look playable. Boards mark further ones with `data-piece`. */
const PIECE_SELECTOR = "[data-piece], [aria-disabled='true'], button:disabled, .pile, .tile, .place:not(.empty), .group, .choice";
/** Elements that respond to a tap themselves. A button with `data-explains` says itself why it does nothing now. */
const INTERACTIVE_SELECTOR = "[data-explains], button:not(:disabled):not([aria-disabled='true']), [role='button']:not([aria-disabled='true']), a[href], summary, input, select, dialog";

/** Return the unplayable piece under a tap, or null if there is none or the tap does something. */
export function unplayablePieceAt(target: EventTarget | null): Element | null {
  return target instanceof Element && !target.closest(INTERACTIVE_SELECTOR) ? target.closest(PIECE_SELECTOR) : null;
}

let hint: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shake a piece and show a hint on it, where it covers no status line above or below. */
export function showUnplayableHint(piece: Element, text = "Not possible now"): void {
  if (preferences.allowsMotion && typeof piece.animate === "function") {
    piece.animate([{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "-3px" }, { translate: "0" }], { duration: SHAKE_LENGTH_MS });
  }
  hint?.remove();
  hint = document.createElement("div");
  hint.className = "unavailable-hint";
  hint.setAttribute("role", "status");
  hint.textContent = text;
  document.body.append(hint);
  const { left, top, width, height } = piece.getBoundingClientRect();
  const x = left + width / 2 - hint.offsetWidth / 2;
  const y = top + height / 2 - hint.offsetHeight / 2;
  hint.style.left = `${clamp(x, HINT_MARGIN_PX, Math.max(HINT_MARGIN_PX, innerWidth - hint.offsetWidth - HINT_MARGIN_PX))}px`;
  hint.style.top = `${clamp(y, HINT_MARGIN_PX, innerHeight - hint.offsetHeight - HINT_MARGIN_PX)}px`;
  clearTimeout(timer);
  timer = setTimeout(() => hint?.remove(), Math.max(MIN_HINT_SHOWN_MS, HINT_SHOWN_MS_PER_CHARACTER * text.length));
}

/**
 * Attachment for a board that shows the reason at unplayable pieces that are tapped; null shows nothing.
 * It listens to pointer events because disabled buttons send no click.
 */
export function disabledTapFeedback(reason: (piece: Element) => Promise<string | null>) {
  return (node: HTMLElement) => {
    let press: { x: number; y: number; piece: Element } | null = null;
    const down = (event: PointerEvent) => {
      const unplayablePiece = unplayablePieceAt(event.target);
      press = unplayablePiece && event.isPrimary ? { x: event.clientX, y: event.clientY, piece: unplayablePiece } : null;
    };
    const up = async (event: PointerEvent) => {
      const pressStart = press;
      press = null;
      if (!pressStart || Math.hypot(event.clientX - pressStart.x, event.clientY - pressStart.y) > MAX_TAP_MOVE_PX) return;
      const text = await reason(pressStart.piece);
      if (text !== null && unplayablePieceAt(pressStart.piece)) showUnplayableHint(pressStart.piece, pressStart.piece.getAttribute("title") || text);
    };
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointerup", up);
    return () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointerup", up);
    };
  };
}
