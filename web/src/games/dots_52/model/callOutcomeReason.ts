/** The sentences that say how a round was scored, from the totals that the server revealed. */
import { joinWithAnd } from "../../../lib/narration";
import { seatName } from "../../../lib/seatNames";
import type { RevealedRound } from "../../../types/dots_52";
import type { SeatInfo } from "../../../types/messages";

const OUTCOME_REASONS: Record<string, string> = {
  "call won": "All others held more. The caller scores 0, the others score what they held.",
  "no call": "Nobody called for too long. All players score what they held.",
};

/** Return how the round was scored, and for a failed call why it failed. */
export function callOutcomeReason(result: RevealedRound, seats: readonly SeatInfo[], you: number | null): string {
  return result.outcome === "call lost" ? lostCallReason(result, seats, you) : (OUTCOME_REASONS[result.outcome] ?? "");
}

/** Return a sentence on why the call failed: another player had as few points, or the caller had too many at the call. */
function lostCallReason({ caller, totals }: RevealedRound, seats: readonly SeatInfo[], you: number | null): string {
  if (caller === null) return "";
  const held = totals[caller]!;
  const who = seatName(seats, caller, you);
  const rivalTexts = totals.flatMap((total, seat) => (seat !== caller && total <= held ? [`${seat === you ? "you" : seatName(seats, seat)} held ${total}`] : []));
  const causeText = rivalTexts.length ? `${who} held ${held}, but ${joinWithAnd(rivalTexts)}.` : `${who} held 10 or more when calling.`;
  return `${causeText} The caller scores 50, the others 0.`;
}
