/** Who still has a turn after a call. */
import type { View } from "../../../types/dots_52";

/** Return whether a seat's last turn is going on or to come: from the seat at turn, in order of play, up to the caller. */
export function hasLastTurn({ caller, turn, seats, result }: View, seat: number): boolean {
  if (caller === null || turn === null || result !== null || seat === caller) return false;
  const stepsTo = (other: number) => (other - turn + seats) % seats;
  return turn === caller || stepsTo(seat) < stepsTo(caller);
}
