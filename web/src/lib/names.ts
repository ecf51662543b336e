/** The server speaks of "Player 2"; people have names. */
import type { SeatTold } from "../types/messages";

export function nameOf(seats: readonly SeatTold[], seat: number, you: number | null = null): string {
  return seat === you ? "You" : (seats[seat]?.name ?? `Player ${seat + 1}`);
}

/** A sentence of the server with the names of the table: "Player 2 draws." becomes "Ann draws." */
export function named(sentence: string, seats: readonly SeatTold[]): string {
  return sentence
    .replace(/\bPlayers (\d+(?:, \d+)*)/g, (_, numbers: string) =>
      numbers
        .split(", ")
        .map((number) => nameOf(seats, Number(number) - 1))
        .join(", "),
    )
    .replace(/\bPlayer (\d+)/g, (_, number: string) => nameOf(seats, Number(number) - 1));
}

/** Seats with names that differ: of two steady bots the second becomes "Steady bot 2". */
export function withDistinctNames(seats: SeatTold[]): SeatTold[] {
  const count = new Map<string, number>();
  return seats.map((seat) => {
    if (seat.name === null) return seat;
    const before = count.get(seat.name) ?? 0;
    count.set(seat.name, before + 1);
    return before === 0 ? seat : { ...seat, name: `${seat.name} ${before + 1}` };
  });
}
