/** Counts the groups of a finished round one colour at a time, so that players can follow. */
import { preferences } from "../../../lib/preferences.svelte";

/** Time in milliseconds for which the count of one colour is shown before the next. */
const COUNT_INTERVAL_MS = 1100;

export class GroupCountAnimation {
  /** Number of colours counted so far. */
  counted = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly colours: number) {
    this.counted = colours;
  }

  get isCounting(): boolean {
    return this.counted < this.colours;
  }

  /** Start with the first colour; without motion, all colours are counted at once. */
  start(): void {
    this.finish();
    if (!preferences.allowsMotion) return;
    this.counted = 1;
    this.#timer = setInterval(() => {
      this.counted++;
      if (!this.isCounting) this.finish();
    }, COUNT_INTERVAL_MS);
  }

  finish(): void {
    clearInterval(this.#timer);
    this.counted = this.colours;
  }
}
