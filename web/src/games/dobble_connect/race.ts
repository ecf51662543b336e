/** Who was faster, in a sentence: from what the server measured. */
import { nameOf } from "../../lib/names";
import type { RaceTold, SeatTold } from "../../types/messages";

export function raceWords(race: RaceTold | null, seats: readonly SeatTold[], you: number | null): string {
  const [first, second] = race?.rivals ?? [];
  if (!race || !first || !second) return "";
  const winner = nameOf(seats, first.seat, you);
  const rival = race.rivals.find(({ seat }) => seat === you && seat !== first.seat) ?? second;
  const loser = rival.seat === you ? "you" : nameOf(seats, rival.seat);
  if (race.reason === "coin") return `${winner} and ${loser} at the same moment: the coin chose ${first.seat === you ? "you" : winner}.`;
  const by = Math.round(rival.credited_ms - first.credited_ms);
  return `${winner} ${first.seat === you ? "were" : "was"} ${by} ms faster than ${loser}.`;
}
