/** How tall the place is that a board may fill without being scrolled: the shell's, or the window. */

/** Below this the board leaves out what is told elsewhere too. */
const SHORT_PX = 520;
const LEAST_PX = 380;

export class Room {
  height = $state(640);
  readonly isShort = $derived(this.height < SHORT_PX);

  /** For the board's element. */
  watch = (node: HTMLElement) => {
    const place = scroller(node) ?? document.documentElement;
    const measure = () => (this.height = Math.max(LEAST_PX, place.clientHeight || innerHeight));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  };
}

function scroller(node: HTMLElement): HTMLElement | null {
  for (let one = node.parentElement; one && one !== document.body; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return null;
}
