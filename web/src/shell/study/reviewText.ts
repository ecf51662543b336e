/** Sentences and figures of a review, made from its numbers. */
import type { GameUi } from "../../games/contract";
import type { CandidateMove, DecisionReview, MatchReview, RaceReview, SeatLedger, VerbInfo } from "../../types/http";

/** Verdicts of decisions that lost more win chance than the noise. */
const ERROR_VERDICTS: readonly DecisionReview["verdict"][] = ["inaccuracy", "mistake", "blunder"];
/** Change of win chance below which luck counts as even. */
const MIN_NOTABLE_LUCK = 0.05;

/** No-break space, which keeps a number and its unit on one line. */
const NBSP = "\u00a0";

/** Return a win chance as a whole percentage. A rare event never reads 0 %, nor a likely one 100 %. */
export function percentText(share: number): string {
  if (share > 0 && share < 0.01) return `under 1${NBSP}%`;
  if (share < 1 && share > 0.99) return `over 99${NBSP}%`;
  return `${Math.round(100 * share)}${NBSP}%`;
}

/** Return a change of win chance with its sign: "+12 %", "−3 %", "0 %". */
export function signedPercent(change: number): string {
  const roundedChange = Math.round(100 * change);
  return `${roundedChange > 0 ? "+" : roundedChange < 0 ? "−" : ""}${Math.abs(roundedChange)}${NBSP}%`;
}

/** Return a number of points with its sign, rounded: "+12", "−3", "0". */
export function signedPoints(points: number): string {
  const roundedPoints = Math.round(points);
  return `${roundedPoints > 0 ? "+" : roundedPoints < 0 ? "−" : ""}${Math.abs(roundedPoints)}`;
}

/** Return a change of win chance in whole points with its sign: "+12", "−3", "0". */
export function signedChange(change: number): string {
  return signedPoints(100 * change);
}

/** Return a count with its noun: "1 point", "6 points". */
function pointsText(count: number): string {
  return `${count} ${count === 1 ? "point" : "points"}`;
}

/** Return the points of win chance that an error lost, as the difference of the two whole percentages that are shown. */
export function chanceCost(decision: DecisionReview): number {
  return Math.round(100 * decision.best.win_chance.mean) - Math.round(100 * decision.played.win_chance.mean);
}

/** Return the loss of an error: "6 points of win chance (6 % → under 1 %)", from the better to the played move. */
export function chanceCostText(decision: DecisionReview): string {
  const chancesText = `${percentText(decision.best.win_chance.mean)} → ${percentText(decision.played.win_chance.mean)}`;
  return `${pointsText(chanceCost(decision))} of win chance (${chancesText})`;
}

/** Return a sentence of the server with no-break spaces before percent signs. */
export function withUnbrokenPercents(sentence: string): string {
  return sentence.replaceAll(" %", `${NBSP}%`);
}

/** Return an action in words, or in notation if the game has no words for it. */
export function moveText(move: CandidateMove): string {
  return move.words || move.text;
}

export function isErrorDecision(decision: DecisionReview): boolean {
  return ERROR_VERDICTS.includes(decision.verdict);
}

/** Return the decisions that lost win chance, the largest loss first and, of equal ones, the largest in points, of one seat or (for null) of all seats. */
export function decisionsWorthSeeing(review: MatchReview, seat: number | null): DecisionReview[] {
  return review.decisions
    .filter((one) => isErrorDecision(one) && (seat === null || one.seat === seat))
    .toSorted((one, other) => chanceCost(other) - chanceCost(one) || pointDifference(other) - pointDifference(one) || other.loss.mean - one.loss.mean);
}

/** Return by how many points the results of the played and the best move differ. */
function pointDifference({ best, played }: DecisionReview): number {
  return best.points && played.points ? Math.abs(best.points.mean - played.points.mean) : 0;
}

/** Return the part of a result that the player did not decide: the deal and later chance, as a change of win chance. */
export function luckChange(ledger: SeatLedger): number {
  return ledger.deal + ledger.chance;
}

/** Return the minimum change of win chance that counts as luck, beyond the noise of the sampled deals. */
function minNotableLuck(ledger: SeatLedger): number {
  return Math.max(MIN_NOTABLE_LUCK, 2 * ledger.standard_error);
}

/** Return the answer to "Was I lucky?" in one or two words. `subject` is "You" or a name. */
export function luckVerdict(ledger: SeatLedger, subject: string): string {
  const luck = luckChange(ledger);
  const was = subject === "You" ? "were" : "was";
  if (Math.abs(luck) < minNotableLuck(ledger)) return `${subject} ${was} neither lucky nor unlucky`;
  return `${subject} ${was} ${luck > 0 ? "lucky" : "unlucky"}`;
}

/** Return sentences on where the luck came from, and on the result without it. */
export function luckSentence(ledger: SeatLedger, subject: string): string {
  const own = subject === "You" ? "your" : "the";
  const luck = luckChange(ledger);
  const marginPoints = Math.round(200 * ledger.standard_error);
  const [deal, later] = [Math.round(100 * ledger.deal), Math.round(100 * ledger.chance)];
  const roundingNote = deal + later === Math.round(100 * luck) ? "" : " (rounded)";
  const effectSentence =
    `Luck changed ${own} win chance by ${signedChange(luck)} points${marginPoints ? `, give or take ${marginPoints}` : ""}: ` +
    `the first deal by ${signedPoints(deal)}, everything after it by ${signedPoints(later)}${roundingNote}.`;
  const averageResult = ledger.luck_adjusted_result;
  return averageResult < 0 || averageResult > 1 ? effectSentence : `${effectSentence} With average luck: ${percentText(averageResult)} of a win, instead of ${percentText(ledger.result)}.`;
}

/** Return sentences on what a seat's marked errors cost, and what all its choices changed next to a standard bot's. */
export function skillSentence(review: MatchReview, seat: number, names: readonly string[]): string | null {
  const seatSummary = review.seats.find((one) => one.seat === seat);
  if (!seatSummary?.decisions) return null;
  const cost = decisionsWorthSeeing(review, seat).reduce((sum, one) => sum + chanceCost(one), 0);
  const own = Math.round(100 * seatSummary.ledger.own_errors);
  const possessiveName = names[seat] === "You" ? "Your" : `${names[seat]}'s`;
  const markedSentence = cost
    ? `${possessiveName} marked errors cost ${pointsText(cost)} of win chance.`
    : "No error is marked.";
  return `${markedSentence} All choices together, next to a standard bot's: ${names[seat]} ${comparedWithBotText(own)}${otherPlayersClause(seatSummary.ledger, seat, names)}.`;
}

function comparedWithBotText(change: number): string {
  return change === 0 ? "equal" : `${pointsText(Math.abs(change))} ${change > 0 ? "better" : "worse"}`;
}

/** Return a clause on the choices of the other players next to those of a standard bot. */
function otherPlayersClause(ledger: SeatLedger, seat: number, names: readonly string[]): string {
  const chanceChange = Math.round(100 * ledger.other_errors);
  if (names.length === 2) return `, ${names[1 - seat]} ${comparedWithBotText(-chanceChange)}`;
  return `; the others' choices together changed the win chance by ${signedPoints(chanceChange)}`;
}

/** Return how much of the change of a seat's win chance by a move was luck, and how much the choice. The parts add up to the rounded change. */
export function luckAndChoiceText(review: MatchReview, index: number, seat: number): string {
  const [before, at] = [review.curve[index - 1], review.curve[index]];
  if (!before || !at) return "";
  const made = review.ledger.filter((one) => one.move === at.move && one.kind === "choice");
  const choiceChange = Math.round(100 * made.reduce((sum, one) => sum + (one.change[seat] ?? 0), 0));
  const chanceChange = Math.round(100 * ((at.win_chances[seat] ?? 0) - (before.win_chances[seat] ?? 0)));
  return `luck ${signedPoints(chanceChange - choiceChange)}, the choice ${signedPoints(choiceChange)}`;
}

/** Return how the win chances of a decision were found. */
export function methodSentence(decision: DecisionReview): string {
  const dealCount = decision.deals.toLocaleString("en");
  const methodIntro = "Win chances in this list come from quick simulations on sampled deals.";
  if (decision.is_searched) return `${methodIntro} Those above come from a search over ${dealCount} sampled deals, which is more exact.`;
  return `${methodIntro} The played and the better move were compared on ${dealCount} deals.`;
}

/** Return a sentence on the worst claim of a seat in a game of races: a wrong claim, or else the slowest claim. Null without claims. */
export function worstClaimSentence(races: readonly RaceReview[], seat: number): string | null {
  const own = races.filter((one) => one.seat === seat);
  const wrongClaims = own.filter((one) => !one.was_right);
  const firstWrongClaim = wrongClaims[0];
  if (firstWrongClaim) return `Move ${firstWrongClaim.move + 1}. ${firstWrongClaim.reason}${wrongClaims.length > 1 ? ` ${wrongClaims.length} of ${own.length} tries were wrong.` : ""}`;
  const slowestClaim = own.toSorted((one, other) => (other.reaction_ms ?? 0) - (one.reaction_ms ?? 0))[0];
  if (slowestClaim?.reaction_ms == null) return null;
  return `Nothing was wrong. The slowest was move ${slowestClaim.move + 1}, after ${(slowestClaim.reaction_ms / 1000).toFixed(1)}${NBSP}s.`;
}

/** Return what claims in a game's races are called, in the plural: "snaps". */
export function raceNoun(gameUi: Pick<GameUi, "raceNoun">, verbs: readonly VerbInfo[]): string {
  return gameUi.raceNoun ?? `${verbs.find((one) => one.is_race)?.verb ?? "claim"}s`;
}

/** Return what an error cost by what its player knew then, to stand beside the change in the chart; empty for other decisions. */
export function knownThenText(decision: DecisionReview): string {
  return isErrorDecision(decision) ? `By what was known then, this choice cost ${pointsText(chanceCost(decision))}.` : "";
}

/** Return the median of the reaction times in ms and how many claims were right; null if the seat had no race. */
export function raceFigures(races: readonly RaceReview[], seat: number): { median: number | null; right: number; count: number } | null {
  const own = races.filter((one) => one.seat === seat);
  if (own.length === 0) return null;
  const reactionTimes = own.flatMap((one) => (one.reaction_ms === null ? [] : [one.reaction_ms])).toSorted((a, b) => a - b);
  const middleIndex = Math.floor(reactionTimes.length / 2);
  const medianMs = reactionTimes.length === 0 ? null : reactionTimes.length % 2 ? reactionTimes[middleIndex]! : Math.round((reactionTimes[middleIndex - 1]! + reactionTimes[middleIndex]!) / 2);
  return { median: medianMs, right: own.filter((one) => one.was_right).length, count: own.length };
}

/** Return the sentences of a reason, the strongest first. Full stops inside the words of a move separate none. */
export function reasonSentences(reason: string): string[] {
  return reason.split(/(?<=\.) (?=With the better move |With your move |On average your |You win )/);
}

/** Return the verdict on an action that a reader chose in try-again mode. */
export function choiceFeedback(decision: DecisionReview, action: number): { isRight: boolean; sentence: string } {
  const candidateMove = decision.candidates.find((one) => one.action === action);
  if (action === decision.best.action) return { isRight: true, sentence: "Right: this is the best move." };
  if (!candidateMove) return { isRight: false, sentence: "This move was not compared, because it looked weaker than all others." };
  const best = decision.candidates.find((one) => one.action === decision.best.action) ?? decision.best;
  const chanceBehindBest = best.win_chance.mean - candidateMove.win_chance.mean;
  const twoStandardErrors = 2 * Math.hypot(best.win_chance.standard_error, candidateMove.win_chance.standard_error);
  if (chanceBehindBest <= twoStandardErrors) return { isRight: true, sentence: `As good as the best move: ${percentText(candidateMove.win_chance.mean)}.` };
  const playedNote = action === decision.played.action ? " It is the move that was played." : "";
  return { isRight: false, sentence: `Not the best: ${percentText(candidateMove.win_chance.mean)} instead of ${percentText(best.win_chance.mean)}.${playedNote}` };
}
