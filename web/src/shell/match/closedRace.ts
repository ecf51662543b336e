/** Remembers the actions of a race, such as a snap, for a moment after it has closed. Then a tap that came too late can be explained. */

/** Time in milliseconds after the end of a race in which a tap counts as an attempt that came too late. */
const LATE_TAP_MS = 5000;

export class ClosedRace {
  #openActions: readonly number[] = [];
  #closedActions: readonly number[] = [];
  #lateUntil = 0;

  /** Record the race actions of the latest position, at a time in milliseconds. Without any, an open race has closed. */
  update(raceActions: readonly number[], nowMs: number): void {
    if (raceActions.length === 0 && this.#openActions.length > 0) {
      this.#closedActions = this.#openActions;
      this.#lateUntil = nowMs + LATE_TAP_MS;
    }
    this.#openActions = raceActions;
  }

  /** Return the actions of the race that closed a moment ago; empty if there is none, or if another one is open. */
  lateActions(nowMs: number): readonly number[] {
    return this.#openActions.length === 0 && nowMs < this.#lateUntil ? this.#closedActions : [];
  }
}
