/** Chooses the colours of seats in the charts of a review. */
import type { SeatInfo } from "../../types/messages";

const FALLBACK_COLOURS = ["--dot-blue", "--dot-red", "--dot-green", "--dot-violet", "--dot-orange", "--dot-teal", "--dot-pink", "--dot-black"];

/** Return a CSS colour for each seat: the player's own, unless it is missing or another seat has it already. */
export function seatColours(seats: readonly Pick<SeatInfo, "colour">[]): string[] {
  const used = new Set<string>();
  return seats.map((seat, n) => {
    const own = seat.colour && !used.has(seat.colour) ? seat.colour : `var(${FALLBACK_COLOURS[n % FALLBACK_COLOURS.length]!})`;
    used.add(own);
    return own;
  });
}
