/** Whether somebody's finger is on the board, or was a moment ago: nothing may move away from under it. */

const MOMENT_MS = 1000;

export class Stillness {
  isTouched = $state(false);
  #fingers = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** For the element whose touches count. */
  watch = (node: HTMLElement): (() => void) => {
    const down = (event: PointerEvent) => {
      clearTimeout(this.#timer);
      this.#fingers.add(event.pointerId);
      this.isTouched = true;
    };
    const up = (event: PointerEvent) => {
      if (!this.#fingers.delete(event.pointerId) || this.#fingers.size > 0) return;
      this.#timer = setTimeout(() => (this.isTouched = false), MOMENT_MS);
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
