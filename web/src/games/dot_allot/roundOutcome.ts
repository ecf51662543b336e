/** The outcome of a round, and which round of the match is played. */
import type { View } from "../../types/dot_allot";
import type { RoundOutcome } from "../contract";

/** Return which round is played: "Round 2 of 4". */
export const matchProgress = ({ round, rounds }: Pick<View, "round" | "rounds">) => `Round ${round} of ${rounds}`;

/** Return the points of the two sides, with the bonus point of a tied round. */
export function roundOutcome({ result, sides, totals }: View): RoundOutcome | null {
  if (!result) return null;
  const roundPoints = totals.map((_, seat) => (result.points[sides.findIndex((side) => side.seat === seat)] ?? 0) + (result.bonus === seat ? 1 : 0));
  const playingSeats = sides.map((side) => side.seat);
  const best = Math.max(...playingSeats.map((seat) => roundPoints[seat]!));
  return { winners: playingSeats.filter((seat) => roundPoints[seat] === best), points: roundPoints };
}
