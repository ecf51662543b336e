/** The result on screen. A new one appears only after the last position of the match has been seen. */
import type { MatchResult } from "../../types/messages";

/** Time in milliseconds for which the last position of a match is shown before its result. */
const LAST_POSITION_MS = 2500;

export class ResultReveal {
  shown = $state.raw<MatchResult | null>(null);
  /** Whether the match has ended on this page, so that the result is news. */
  isNew = $state(false);

  constructor(initial: MatchResult | null) {
    this.shown = initial;
  }

  /** Show the latest result; a new one after the last position or after `countMs` milliseconds, if that is longer. Return a function that cancels. */
  update(latest: MatchResult | null, countMs: number, onShown: () => void): () => void {
    const isSame = latest === this.shown;
    if (this.shown && latest) this.shown = latest; // a new snapshot holds the same result again
    if (isSame || this.shown) return () => {};
    const show = () => {
      this.shown = latest;
      this.isNew = true;
      onShown();
    };
    const revealTimer = setTimeout(show, latest?.reason === "finished" ? Math.max(LAST_POSITION_MS, countMs) : 0);
    return () => clearTimeout(revealTimer);
  }
}
