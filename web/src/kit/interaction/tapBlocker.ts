/** Blocks taps where an element was just removed, so that a double tap does not hit what lies below. */
import type { Rect } from "./geometry";

/** Duration in milliseconds; longer than the gap between the taps of a double tap. */
export const TAP_BLOCK_MS = 400;

export function blockTaps({ left, top, width, height }: Rect, durationMs = TAP_BLOCK_MS): void {
  if (width <= 0 || height <= 0) return;
  const node = document.createElement("div");
  node.dataset.tapBlocker = "";
  node.setAttribute("aria-hidden", "true");
  Object.assign(node.style, {
    position: "fixed",
    zIndex: "18",
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    touchAction: "none",
  });
  document.body.append(node);
  setTimeout(() => node.remove(), durationMs);
}
