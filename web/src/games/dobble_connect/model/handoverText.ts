/** The sentence about the cards that changed hands before a round. */
import { countWithNoun } from "../../../lib/countWithNoun";
import { seatName } from "../../../lib/seatNames";
import type { Team, View } from "../../../types/dobble_connect";
import type { SeatInfo } from "../../../types/messages";
import { cardKind } from "./cardKinds";

/** Return the team that received the gifts: the last scorer, as the view before the deal names it, or the one of two that gave none. */
export function giftReceiver({ gifts, teams }: Pick<View, "gifts" | "teams">, previousView: Pick<View, "scorer"> | null): Team | undefined {
  const others = teams.filter(({ colour }) => !gifts.some(({ giver }) => giver === colour));
  return teams.find(({ colour }) => colour === previousView?.scorer) ?? (others.length === 1 ? others[0] : undefined);
}

/** Return why and from whom the last scorer has received cards (E9). */
export function handoverText(view: Pick<View, "gifts" | "players" | "teams">, previousView: Pick<View, "scorer"> | null, seats: readonly SeatInfo[], you: number | null): string {
  const { gifts, players } = view;
  const receiver = giftReceiver(view, previousView);
  const cards = countWithNoun(gifts.length, "card");
  const [seat, ...others] = receiver?.seats ?? [];
  if (!receiver || seat === undefined) return `${cards} changed hands`;
  const isTeam = others.length > 0;
  const isYou = !isTeam && seat === you;
  const name = isTeam ? cardKind(receiver.colour).label : seatName(seats, seat, you);
  const start = `${name} ${isYou ? "have" : "has"} ${countWithNoun(receiver.points, "point")} now`;
  if (isTeam || players.length > 2) return `${start} and ${isYou ? "get" : "gets"} ${cards} from the others`;
  const giver = players.findIndex((_, other) => other !== seat);
  if (giver === you) return `${start}, so you give them ${cards}`;
  return `${start}, so ${seatName(seats, giver)} gives ${isYou ? "you" : "them"} ${cards}`;
}
