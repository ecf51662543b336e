/** The text that goes with a link to a match. */
import { seatName } from "../../lib/seatNames";
import type { MatchResult, SeatInfo } from "../../types/messages";
import { resultHeadline } from "./resultHeadline";

/** Return the result in the third person: "Ann wins DOTS (72 cards): Ann 345, Ada 210." */
export function shareText(title: string, result: MatchResult, seats: readonly SeatInfo[]): string {
  if (result.reason === "aborted") return `A match of ${title} at Dottable`;
  const winnersFirst = seats.toSorted((one, other) => Number(result.winners.includes(other.seat)) - Number(result.winners.includes(one.seat)));
  const namesWithScores = winnersFirst.map(({ seat }) => `${seatName(seats, seat)} ${result.scores[seat] ?? ""}`.trim());
  return `${resultHeadline(result, seats, null)} in ${title}: ${namesWithScores.join(", ")}.`;
}
