/** Sentence about a race: who was faster, and by how many milliseconds. */
import { seatName } from "../../../lib/seatNames";
import type { RaceInfo, SeatInfo } from "../../../types/messages";

/** Return a sentence that says who won a race and by how many milliseconds. Empty if only one seat claimed. */
export function raceSummary(race: RaceInfo | null, seats: readonly SeatInfo[], you: number | null): string {
  const [first, second] = race?.rivals ?? [];
  if (!race || !first || !second) return "";
  const winnerName = seatName(seats, first.seat, you);
  const loserOfRace = race.rivals.find(({ seat }) => seat === you && seat !== first.seat) ?? second;
  const loserName = loserOfRace.seat === you ? "you" : seatName(seats, loserOfRace.seat);
  if (race.reason === "coin") return `${winnerName} and ${loserName} at the same moment: the coin chose ${first.seat === you ? "you" : winnerName}.`;
  const marginMs = Math.round(loserOfRace.credited_ms - first.credited_ms);
  return `${winnerName} ${first.seat === you ? "were" : "was"} ${marginMs} ms faster than ${loserName}.`;
}
