/** The status line while a player is locked after a wrong symbol. */
import { joinWithAnd } from "../../../lib/narration";
import { seatName } from "../../../lib/seatNames";
import type { View } from "../../../types/dobble_connect";
import type { SeatInfo } from "../../../types/messages";

/** Return who is locked and will be free first, "Ada is locked:", or null if nobody is locked. The time left follows it. */
export function lockedPlayersText({ players }: View, seats: readonly SeatInfo[], you: number | null): string | null {
  const untilMs = Math.min(...players.map(({ locked_until_ms }) => locked_until_ms ?? Infinity));
  const lockedSeats = players.flatMap(({ locked_until_ms }, seat) => (locked_until_ms !== null && locked_until_ms === untilMs ? [seat] : []));
  if (lockedSeats.length === 0) return null;
  const isSingleOther = lockedSeats.length === 1 && lockedSeats[0] !== you;
  return `${joinWithAnd(lockedSeats.map((seat) => seatName(seats, seat, you)))} ${isSingleOther ? "is" : "are"} locked:`;
}
