/** Sentence about a race: who was faster, and by how many milliseconds. */
import { seatName } from "../../../lib/seatNames";
import type { RaceInfo, SeatInfo } from "../../../types/messages";

/** Return a sentence that says who won a race and by how many milliseconds. Empty if only one seat claimed. */
export function raceSummary(race: RaceInfo | null, seats: readonly SeatInfo[], you: number | null): string {
  const [first, second] = race?.rivals ?? [];
  if (!race || !first || !second) return "";
  const winner = seatName(seats, first.seat, you);
  const rival = race.rivals.find(({ seat }) => seat === you && seat !== first.seat) ?? second;
  const loser = rival.seat === you ? "you" : seatName(seats, rival.seat);
  if (race.reason === "coin") return `${winner} and ${loser} at the same moment: the coin chose ${first.seat === you ? "you" : winner}.`;
  const marginMs = Math.round(rival.credited_ms - first.credited_ms);
  return `${winner} ${first.seat === you ? "were" : "was"} ${marginMs} ms faster than ${loser}.`;
}
