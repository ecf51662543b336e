/** Heading at the end of a round of Dot Allot. */
import { seatName } from "../../../lib/seatNames";
import type { View } from "../../../types/dot_allot";
import type { SeatInfo } from "../../../types/messages";

interface RoundEndHeading {
  title: string;
  mood: "won" | "lost" | "even";
  note: string;
}

/** Return who has won the round, or which colour is being counted (null when all are). */
export function roundEndHeading({ result, sides, round }: View, counting: string | null, seats: readonly SeatInfo[], you: number | null): RoundEndHeading {
  if (!result || counting !== null) return { title: `The largest groups of ${counting ?? ""}`, mood: "even", note: "" };
  const high = Math.max(...result.points);
  const low = Math.min(...result.points);
  const note = result.bonus === null ? "" : `${seatName(seats, result.bonus, you)}: 1 bonus point for the tied round`;
  if (high === low) return { title: `Round ${round} is tied at ${high}`, mood: "even", note };
  const winnerSeat = sides[result.points.indexOf(high)]!.seat;
  const isSeated = sides.some(({ seat }) => seat === you);
  const headingTitle = `${seatName(seats, winnerSeat, you)} ${winnerSeat === you ? "win" : "wins"} round ${round}, ${high} to ${low}`;
  return { title: headingTitle, mood: !isSeated ? "even" : winnerSeat === you ? "won" : "lost", note };
}
