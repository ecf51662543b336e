/** The result on screen. A new one appears only after the last position of the match has been seen. */
import { TAP_GUARD_MS } from "../../kit/interaction/tapGuardDuration";
import type { MatchResult } from "../../types/messages";

/** Time in milliseconds for which the last position of a match is shown before its result, unless the player taps the board. */
const LAST_POSITION_MS = 4000;

export class ResultReveal {
  shown = $state.raw<MatchResult | null>(null);
  /** Whether the match has ended on this page, so that the result is news. */
  isNew = $state(false);

  constructor(initial: MatchResult | null) {
    this.shown = initial;
  }

  /**
   * Show the latest result. A new one follows the last position: after a tap on the board that was not meant for the
   * match, or after some time, at least `countMs` milliseconds. Return a function that cancels.
   */
  update(latest: MatchResult | null, countMs: number, onShown: () => void): () => void {
    const isSame = latest === this.shown;
    if (this.shown && latest) this.shown = latest; // a new snapshot holds the same result again
    if (isSame || this.shown) return () => {};
    const isFinished = latest?.reason === "finished";
    const tapsCountFrom = performance.now() + TAP_GUARD_MS;
    const cancel = () => {
      clearTimeout(revealTimer);
      removeEventListener("click", onTap);
    };
    const show = () => {
      cancel();
      this.shown = latest;
      this.isNew = true;
      onShown();
    };
    const onTap = ({ target }: Event) => {
      if (performance.now() >= tapsCountFrom && target instanceof Element && target.closest("main")) show();
    };
    const revealTimer = setTimeout(show, isFinished ? Math.max(LAST_POSITION_MS, countMs) : 0);
    if (latest) addEventListener("click", onTap);
    return cancel;
  }
}
