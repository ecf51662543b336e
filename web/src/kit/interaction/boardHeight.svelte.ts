/** Height that a board may fill without scrolling: that of its scroll container, or of the window. */
export class BoardHeight {
  px = $state(640);

  /** `minPx` is the height below which the board scrolls instead of shrinking. */
  constructor(private readonly minPx: number) {}

  /** Svelte attachment for the board's root element: updates the height while it is on the page. */
  watch = (node: HTMLElement): (() => void) => {
    const scrollArea = scrollContainer(node) ?? document.documentElement;
    const measureHeight = () => (this.px = Math.max(this.minPx, scrollArea.clientHeight || innerHeight));
    measureHeight();
    const resizeObserver = new ResizeObserver(measureHeight);
    resizeObserver.observe(scrollArea);
    return () => resizeObserver.disconnect();
  };
}

function scrollContainer(node: HTMLElement): HTMLElement | null {
  for (let parent = node.parentElement; parent && parent !== document.body; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  return null;
}
