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
