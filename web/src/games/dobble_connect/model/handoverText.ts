/** The sentence about the cards that changed hands before a round. */
import { countWithNoun } from "../../../lib/countWithNoun";
import { seatName } from "../../../lib/seatNames";
import type { Team, View } from "../../../types/dobble_connect";
import type { SeatInfo } from "../../../types/messages";
import { cardKind } from "./cardKinds";

/** Return why and from whom the last scorer has received cards (E9). `receiver` is undefined if it is not known. */
export function handoverText({ gifts, players }: Pick<View, "gifts" | "players">, receiver: Team | undefined, seats: readonly SeatInfo[], you: number | null): string {
  const cards = countWithNoun(gifts.length, "card");
  const [seat, ...others] = receiver?.seats ?? [];
  if (!receiver || seat === undefined) return `${cards} changed hands: ${gifts.map(({ card }) => card).join(", ")}`;
  const isTeam = others.length > 0;
  const isYou = !isTeam && seat === you;
  const name = isTeam ? cardKind(receiver.colour).label : seatName(seats, seat, you);
  const start = `${name} ${isYou ? "have" : "has"} ${countWithNoun(receiver.points, "point")} now`;
  if (isTeam || players.length > 2) return `${start} and ${isYou ? "get" : "gets"} ${cards} from the others`;
  const giver = players.findIndex((_, other) => other !== seat);
  if (giver === you) return `${start}, so you give them ${cards}`;
  return `${start}, so ${seatName(seats, giver)} gives ${isYou ? "you" : "them"} ${cards}`;
}
