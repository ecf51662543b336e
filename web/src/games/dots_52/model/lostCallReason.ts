/** The sentence that tells why a call failed, from the totals that the server revealed. */
import { joinWithAnd } from "../../../lib/narration";
import { seatName } from "../../../lib/seatNames";
import type { RevealedRound } from "../../../types/dots_52";
import type { SeatInfo } from "../../../types/messages";

/** Return why the call failed: others held as little, or else the caller held too much when calling. */
export function lostCallReason({ caller, totals }: RevealedRound, seats: readonly SeatInfo[], you: number | null): string {
  if (caller === null) return "";
  const held = totals[caller]!;
  const who = seatName(seats, caller, you);
  const rivals = totals.flatMap((total, seat) => (seat !== caller && total <= held ? [`${seat === you ? "you" : seatName(seats, seat)} held ${total}`] : []));
  const cause = rivals.length ? `${who} held ${held}, but ${joinWithAnd(rivals)}.` : `${who} held 10 or more when calling.`;
  return `${cause} The caller scores 50, the others 0.`;
}
