/** The sentence about a line that one more card would complete. */
import { seatName } from "../../../lib/seatNames";
import type { View } from "../../../types/dobble_connect";
import type { SeatInfo } from "../../../types/messages";
import { cardKind } from "./cardKinds";

/** The empty map of threats, for boards that mark none. A threat is a place that would complete a line, with the kind of its cards. */
export const NO_THREATS: ReadonlyMap<string, string> = new Map();

/** Return who has three in a line, others first, since their lines can be blocked. Empty without a threat. */
export function threatText(threats: ReadonlyMap<string, string>, { teams }: Pick<View, "teams">, seats: readonly SeatInfo[], you: number | null): string {
  const threateningTeams = teams.filter(({ colour }) => [...threats.values()].includes(colour));
  const isOwnTeam = ({ seats: members }: View["teams"][number]) => you !== null && members.includes(you);
  const team = threateningTeams.find((one) => !isOwnTeam(one)) ?? threateningTeams[0];
  if (!team) return "";
  if (isOwnTeam(team)) return `${team.seats.length > 1 ? "Your team has" : "You have"} three in a row: fill the marked place!`;
  const name = team.seats.length > 1 ? cardKind(team.colour).label : seatName(seats, team.seats[0]!);
  return `${name} has three in a row: lay a card of another colour on the marked place.`;
}
