/** Outcome of a round: the points of each player. The fewest points win. */
import type { View } from "../../types/dots_52";
import type { RoundOutcome } from "../contract";

export function roundOutcome({ result }: View): RoundOutcome | null {
  if (!result) return null;
  const fewestPoints = Math.min(...result.points);
  return { winners: result.points.flatMap((points, seat) => (points === fewestPoints ? [seat] : [])), points: result.points };
}
