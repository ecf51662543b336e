/** The sentence about the cards that changed hands before a round. */
import { countWithNoun } from "../../../lib/countWithNoun";
import { seatName } from "../../../lib/seatNames";
import type { Team, View } from "../../../types/dobble_connect";
import type { SeatInfo } from "../../../types/messages";
import { cardKind } from "./cardKinds";

/** Return the team that received the gifts: the last scorer, as the view before the deal names it, or the one of two that gave none. */
export function giftReceivingTeam({ gifts, teams }: Pick<View, "gifts" | "teams">, previousView: Pick<View, "scorer"> | null): Team | undefined {
  const teamsWithoutGift = teams.filter(({ colour }) => !gifts.some(({ giver }) => giver === colour));
  return teams.find(({ colour }) => colour === previousView?.scorer) ?? (teamsWithoutGift.length === 1 ? teamsWithoutGift[0] : undefined);
}

/** Return why and from whom the last scorer has received cards (rule E9). */
export function handoverText(view: Pick<View, "gifts" | "players" | "teams">, previousView: Pick<View, "scorer"> | null, seats: readonly SeatInfo[], you: number | null): string {
  const { gifts, players } = view;
  const receivingTeam = giftReceivingTeam(view, previousView);
  const giftCountText = countWithNoun(gifts.length, "card");
  const [seat, ...others] = receivingTeam?.seats ?? [];
  if (!receivingTeam || seat === undefined) return `${giftCountText} changed hands`;
  const hasTeammates = others.length > 0;
  const isOwnSeat = !hasTeammates && seat === you;
  const name = hasTeammates ? cardKind(receivingTeam.colour).label : seatName(seats, seat, you);
  const pointsClause = `${name} ${isOwnSeat ? "have" : "has"} ${countWithNoun(receivingTeam.points, "point")} now`;
  if (hasTeammates || players.length > 2) return `${pointsClause} and ${isOwnSeat ? "get" : "gets"} ${giftCountText} from the others`;
  const giverSeat = players.findIndex((_, other) => other !== seat);
  if (giverSeat === you) return `${pointsClause}, so you give them ${giftCountText}`;
  return `${pointsClause}, so ${seatName(seats, giverSeat)} gives ${isOwnSeat ? "you" : "them"} ${giftCountText}`;
}
