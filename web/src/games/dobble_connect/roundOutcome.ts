/** Outcome of a round: one point for the team with a line of four. */
import type { View } from "../../types/dobble_connect";
import type { RoundOutcome } from "../contract";

export function roundOutcome({ phase, players, scorer }: View): RoundOutcome | null {
  if (phase !== "round over") return null;
  const winners = players.flatMap(({ team }, seat) => (team === scorer ? [seat] : []));
  return { winners, points: players.map((_, seat) => (winners.includes(seat) ? 1 : 0)) };
}
