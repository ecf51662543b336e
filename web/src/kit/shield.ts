/** Keeps taps off the page where something lay until just now: a second tap on it is not meant for what was below. */
export const SHIELD_MS = 400;

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function shield({ left, top, width, height }: Box, forMs = SHIELD_MS): void {
  if (width <= 0 || height <= 0) return;
  const node = document.createElement("div");
  node.dataset.shield = "";
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
  setTimeout(() => node.remove(), forMs);
}
