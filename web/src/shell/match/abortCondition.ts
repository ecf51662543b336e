/** When a seated player may end a live match without a result: once all other players have been away long enough. */
import type { SeatInfo } from "../../types/messages";

export interface AbortCondition {
  /** Whether another player is connected, so that the match cannot be ended. */
  isBlocked: boolean;
  /** Match time from which the match can be ended; 0 if there are no other players. */
  fromMs: number;
  /** Names of the absent players. */
  absent: string[];
}

/** Return when the player at seat `you` may end the match. Bots do not count. */
export function abortCondition(seats: readonly SeatInfo[], you: number): AbortCondition {
  const otherPlayers = seats.filter((seat) => seat.is_person && seat.seat !== you);
  return {
    isBlocked: otherPlayers.some((seat) => seat.is_connected),
    fromMs: Math.max(0, ...otherPlayers.map((seat) => seat.grace_until_ms ?? 0)),
    absent: otherPlayers.filter((seat) => !seat.is_connected).map((seat) => seat.name ?? ""),
  };
}
