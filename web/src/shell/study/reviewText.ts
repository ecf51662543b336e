/** Sentences and figures of a review, made from its numbers. */
import type { CandidateMove, DecisionReview, MatchReview, RaceReview, SeatLedger } from "../../types/http";

/** Verdicts of decisions that lost more win chance than the noise. */
const ERROR_VERDICTS: readonly DecisionReview["verdict"][] = ["inaccuracy", "mistake", "blunder"];
/** Change of win chance below which luck counts as even. */
const EVEN_LUCK = 0.05;

/** No-break space, which keeps a number and its unit on one line. */
const NBSP = "\u00a0";

/** Return a win chance as a whole percentage. A rare event never reads 0 %, nor a likely one 100 %. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return `under 1${NBSP}%`;
  if (share < 1 && share > 0.99) return `over 99${NBSP}%`;
  return `${Math.round(100 * share)}${NBSP}%`;
}

/** Return a change of win chance with its sign: "+12 %", "−3 %", "0 %". */
export function signedPercent(change: number): string {
  const rounded = Math.round(100 * change);
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${Math.abs(rounded)}${NBSP}%`;
}

/** Return a number of points with its sign, rounded: "+12", "−3", "0". */
export function signedPoints(points: number): string {
  const rounded = Math.round(points);
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${Math.abs(rounded)}`;
}

/** Return the win chance that an error lost, as the difference of the two whole percentages that are shown. */
export function costText(decision: DecisionReview): string {
  return `${Math.round(100 * decision.best.win_chance.mean) - Math.round(100 * decision.played.win_chance.mean)}${NBSP}%`;
}

/** Return an action in words, or in notation if the game has no words for it. */
export function moveText(move: CandidateMove): string {
  return move.words || move.text;
}

export function isError(decision: DecisionReview): boolean {
  return ERROR_VERDICTS.includes(decision.verdict);
}

/** Return the decisions that lost win chance, the largest loss first, of one seat or (for null) of all seats. */
export function worthSeeing(review: MatchReview, seat: number | null): DecisionReview[] {
  return review.decisions
    .filter((one) => isError(one) && (seat === null || one.seat === seat))
    .toSorted((one, other) => other.loss.mean - one.loss.mean);
}

/** Return the part of a result that the player did not decide: the deal and later chance, as a change of win chance. */
export function luckOf(ledger: SeatLedger): number {
  return ledger.deal + ledger.chance;
}

/** Return the minimum change of win chance that counts as luck, beyond the noise of the sampled deals. */
function leastLuck(ledger: SeatLedger): number {
  return Math.max(EVEN_LUCK, 2 * ledger.standard_error);
}

/** Return the answer to "Was I lucky?" in one or two words. `subject` is "You" or a name. */
export function luckVerdict(ledger: SeatLedger, subject: string): string {
  const luck = luckOf(ledger);
  const was = subject === "You" ? "were" : "was";
  if (Math.abs(luck) < leastLuck(ledger)) return `${subject} ${was} neither lucky nor unlucky`;
  return `${subject} ${was} ${luck > 0 ? "lucky" : "unlucky"}`;
}

/** Return a sentence on where the luck came from, and on the result without it. */
export function luckSentence(ledger: SeatLedger, subject: string): string {
  const own = subject === "You" ? "your" : "the";
  const luck = luckOf(ledger);
  const effect =
    Math.abs(luck) < leastLuck(ledger)
      ? `Luck in the deal and after it hardly changed ${own} win chance (${signedPercent(luck)}).`
      : `Luck in the deal and after it ${luck > 0 ? "raised" : "lowered"} ${own} win chance by ${percent(Math.abs(luck))}.`;
  const worth = ledger.luck_adjusted_result;
  if (worth < 0 || worth > 1) return effect;
  return `${effect} With even luck this play was worth ${percent(worth)} of a win.`;
}

/** Return a sentence on the worst claim of a seat in a game of races: a wrong claim, or else the slowest claim. Null without claims. */
export function worstClaim(races: readonly RaceReview[], seat: number): string | null {
  const own = races.filter((one) => one.seat === seat);
  const wrong = own.filter((one) => !one.was_right);
  const first = wrong[0];
  if (first) return `Move ${first.move + 1}. ${first.reason}${wrong.length > 1 ? ` ${wrong.length} of ${own.length} claims were wrong.` : ""}`;
  const slowest = own.toSorted((one, other) => (other.reaction_ms ?? 0) - (one.reaction_ms ?? 0))[0];
  if (slowest?.reaction_ms == null) return null;
  return `No claim was wrong. The slowest was move ${slowest.move + 1}, after ${(slowest.reaction_ms / 1000).toFixed(1)}${NBSP}s.`;
}

/** Return the median of the reaction times in ms and how many claims were right; null if the seat had no race. */
export function raceFigures(races: readonly RaceReview[], seat: number): { median: number | null; right: number; count: number } | null {
  const own = races.filter((one) => one.seat === seat);
  if (own.length === 0) return null;
  const times = own.flatMap((one) => (one.reaction_ms === null ? [] : [one.reaction_ms])).toSorted((a, b) => a - b);
  const middle = Math.floor(times.length / 2);
  const median = times.length === 0 ? null : times.length % 2 ? times[middle]! : Math.round((times[middle - 1]! + times[middle]!) / 2);
  return { median, right: own.filter((one) => one.was_right).length, count: own.length };
}

/** Return the verdict on an action that a reader chose in try-again mode. */
export function choiceFeedback(decision: DecisionReview, action: number): { isRight: boolean; sentence: string } {
  const found = decision.candidates.find((one) => one.action === action);
  if (action === decision.best.action) return { isRight: true, sentence: "Right: this is the best move." };
  if (!found) return { isRight: false, sentence: "This move was not compared, because it looked weaker than all others." };
  const best = decision.candidates.find((one) => one.action === decision.best.action) ?? decision.best;
  const behind = best.win_chance.mean - found.win_chance.mean;
  const noise = 2 * Math.hypot(best.win_chance.standard_error, found.win_chance.standard_error);
  if (behind <= noise) return { isRight: true, sentence: `As good as the best move: ${percent(found.win_chance.mean)}.` };
  const again = action === decision.played.action ? " It is the move that was played." : "";
  return { isRight: false, sentence: `Not the best: ${percent(found.win_chance.mean)} instead of ${percent(best.win_chance.mean)}.${again}` };
}
