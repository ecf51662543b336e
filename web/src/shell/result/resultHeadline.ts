/** The headline of a result: who has won, alone, as a team, or together. */
import { seatName } from "../../lib/seatNames";
import type { MatchResult, SeatInfo } from "../../types/messages";
import { humanize } from "../format";

/** Return the name of the team that all winners belong to, or null if a single player or several teams have won. */
export function winningTeam(winners: readonly number[], seats: readonly SeatInfo[]): string | null {
  const teams = new Set(winners.map((seat) => seats[seat]?.team ?? null));
  const [team] = teams;
  return winners.length > 1 && teams.size === 1 ? (team ?? null) : null;
}

export function resultHeadline(result: MatchResult, seats: readonly SeatInfo[], you: number | null): string {
  if (result.reason === "aborted") return "The match was ended early";
  const team = winningTeam(result.winners, seats);
  if (team !== null) return you !== null && result.winners.includes(you) ? "Your team wins!" : `Team ${humanize(team)} wins`;
  const names = result.winners.map((seat) => seatName(seats, seat, you));
  if (result.winners.length === seats.length && seats.length === 2) return `A draw: ${you === null ? "both" : "you"} share the win`;
  if (result.winners.length === seats.length) return "All share the win";
  if (names.length === 1) return names[0] === "You" ? "You win!" : `${names[0]} wins`;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} share the win`;
}
