/** The sentence that says who has won the match. */
import { seatName } from "../../../lib/seatNames";
import type { View } from "../../../types/dobble_connect";
import type { SeatInfo } from "../../../types/messages";
import { cardKind } from "./cardKinds";

/** Return who has won: a player, a team, or teams that share the win after the last possible round. */
export function winnersText(view: View, seats: readonly SeatInfo[], you: number | null): string {
  const won = view.teams.filter((team) => team.seats.some((seat) => view.winners.includes(seat)));
  const [team] = won;
  if (!team) return "";
  if (won.length > 1) return `${won.map(({ colour }) => cardKind(colour).label).join(" and ")} share the win.`;
  const isOwnTeam = you !== null && team.seats.includes(you);
  if (team.seats.length > 1) return isOwnTeam ? "Your team wins the match." : `Team ${cardKind(team.colour).label} wins the match.`;
  return isOwnTeam ? "You win the match." : `${seatName(seats, team.seats[0]!, you)} wins the match.`;
}
