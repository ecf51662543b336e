/** Callbacks at points of a frame where measuring the page forces no extra layout. */

/** Call `callback` after the next frame is painted. Returns a function that cancels it. */
export function afterNextPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frameRequest = requestAnimationFrame(() => (timer = setTimeout(callback)));
  return () => {
    cancelAnimationFrame(frameRequest);
    clearTimeout(timer);
  };
}

/** Call `callback` when the next frame is laid out but not yet painted. */
export function afterNextLayout(callback: () => void): void {
  const resizeObserver = new ResizeObserver(() => {
    resizeObserver.disconnect();
    callback();
  });
  resizeObserver.observe(document.documentElement); // a new observer always reports the first size
}
