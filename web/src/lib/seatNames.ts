/** Names of the players at a table. */
import type { SeatInfo } from "../types/messages";

/** Return the name of a seat: "You" for `you`, "Player 3" for a seat without a name. */
export function seatName(seats: readonly Pick<SeatInfo, "name">[], seat: number, you: number | null = null): string {
  return seat === you ? "You" : (seats[seat]?.name ?? `Player ${seat + 1}`);
}

/** Return the seats with unique names. The second of two steady bots becomes "Steady bot 2". */
export function withUniqueNames(seats: SeatInfo[]): SeatInfo[] {
  const countByName = new Map<string, number>();
  return seats.map((seat) => {
    if (seat.name === null) return seat;
    const earlierCount = countByName.get(seat.name) ?? 0;
    countByName.set(seat.name, earlierCount + 1);
    return earlierCount === 0 ? seat : { ...seat, name: `${seat.name} ${earlierCount + 1}` };
  });
}

/** Return a text in which names replace "Player 2" and the like, as the server calls seats where it knows no names. */
export function withSeatNames(text: string, seats: readonly SeatInfo[]): string {
  return text.replace(/\bPlayer (\d+)\b/g, (player, n: string) => seats[Number(n) - 1]?.name ?? player);
}
