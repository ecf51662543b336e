/** Moments of the screen. Measuring the page in between costs a layout; there it costs none. */

/** Once the next frame is drawn, and so the page is measured. Returns what calls it off. */
export function afterFrame(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(then)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Calls back when the next frame is laid out and not yet painted: measuring costs nothing then. */
export function afterLayout(then: () => void): void {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    then();
  });
  observer.observe(document.documentElement); // a new observer is told of the first size it finds
}
