/** Outcome of a round: the points of its two sides, with the bonus point of a tied round. */
import type { View } from "../../types/dot_allot";
import type { RoundOutcome } from "../contract";

export function roundOutcome({ result, sides, totals }: View): RoundOutcome | null {
  if (!result) return null;
  const points = totals.map((_, seat) => (result.points[sides.findIndex((side) => side.seat === seat)] ?? 0) + (result.bonus === seat ? 1 : 0));
  const playing = sides.map((side) => side.seat);
  const best = Math.max(...playing.map((seat) => points[seat]!));
  return { winners: playing.filter((seat) => points[seat] === best), points };
}
