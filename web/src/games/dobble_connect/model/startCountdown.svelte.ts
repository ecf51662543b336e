/** Counts 3, 2, 1 before a round, so that all players begin at the same time. Bots wait for it too. */
import type { MoveInfo, Position } from "../../../types/messages";

/** Length of the countdown in milliseconds. The server's bots know it as `START_COUNTDOWN_MS`. */
export const COUNTDOWN_MS = 3000;
const SECOND_MS = 1000;

/** Return the match time in milliseconds at which the round on the table began; null once a card was laid. */
export function roundStartMs(position: Position, lastMove: MoveInfo | null, isDeal: (action: number) => boolean): number | null {
  if (position.move_number === 0) return 0;
  return lastMove !== null && lastMove.action !== null && isDeal(lastMove.action) ? lastMove.at_ms : null;
}

export class StartCountdown {
  /** Seconds left; 0 while the round is played. */
  seconds = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Count down the rest of the time since the start of a round. */
  start(startMs: number | null, matchNow: () => number): void {
    clearTimeout(this.#timer);
    const leftMs = startMs === null ? 0 : startMs + COUNTDOWN_MS - matchNow();
    this.seconds = Math.min(COUNTDOWN_MS / SECOND_MS, Math.max(0, Math.ceil(leftMs / SECOND_MS)));
    if (this.seconds > 0) this.#timer = setTimeout(() => this.start(startMs, matchNow), leftMs - (this.seconds - 1) * SECOND_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
