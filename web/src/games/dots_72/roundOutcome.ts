/** Outcome of a hand: the points of its caller. */
import type { View } from "../../types/dots_72";
import type { RoundOutcome } from "../contract";

export function roundOutcome({ result, scores }: View): RoundOutcome | null {
  if (!result) return null;
  return { winners: result.caller === null ? [] : [result.caller], points: scores.map((_, seat) => (seat === result.caller ? result.points : 0)) };
}
