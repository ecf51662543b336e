/** Tracks whether the board is being touched, so that nothing moves away under a finger. */

/** Time in milliseconds after the last touch in which the board still counts as touched. */
const TOUCH_GRACE_MS = 1000;

export class TouchActivity {
  isActive = $state(false);
  #pointers = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Attachment for the element whose touches count. */
  watch = (node: HTMLElement): (() => void) => {
    const down = (event: PointerEvent) => {
      clearTimeout(this.#timer);
      this.#pointers.add(event.pointerId);
      this.isActive = true;
    };
    const up = (event: PointerEvent) => {
      if (!this.#pointers.delete(event.pointerId) || this.#pointers.size > 0) return;
      this.#timer = setTimeout(() => (this.isActive = false), TOUCH_GRACE_MS);
    };
    node.addEventListener("pointerdown", down);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    return () => {
      clearTimeout(this.#timer);
      node.removeEventListener("pointerdown", down);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
  };
}
