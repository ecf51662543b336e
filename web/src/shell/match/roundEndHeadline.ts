/** The headline of a round's end (who has won it), and how far a match is. */
import type { GameUi, RoundOutcome } from "../../games/contract";
import { seatName } from "../../lib/seatNames";
import type { SeatInfo } from "../../types/messages";

/** Return a game's outcome of the round that a view shows, or null. An error in the game's code must not stop the match. */
export function roundOutcome(gameUi: GameUi, view: unknown): RoundOutcome | null {
  try {
    return view ? (gameUi.roundOutcome?.(view) ?? null) : null;
  } catch {
    return null;
  }
}

/** Return how far a match is, such as "Round 2 of 4"; empty if the game does not say it. */
export function matchProgress(gameUi: GameUi, view: unknown): string {
  try {
    return view ? (gameUi.matchProgress?.(view) ?? "") : "";
  } catch {
    return "";
  }
}

/** Return who won the round, which the game may call otherwise (`noun`). */
export function roundEndHeadline(outcome: RoundOutcome | null, seats: readonly SeatInfo[], you: number | null, noun = "round"): string {
  const winnerSeats = outcome?.winners ?? [];
  if (winnerSeats.length === 0) return `${noun.replace(/^./, (first) => first.toUpperCase())} over`;
  if (winnerSeats.length === seats.length) return `The ${noun} is tied`;
  if (you !== null && winnerSeats.includes(you)) return winnerSeats.length === 1 ? `You win the ${noun}` : `Your side wins the ${noun}`;
  const winnerNames = winnerSeats.map((seat) => seatName(seats, seat));
  if (winnerNames.length > 2) return `${winnerNames.length} players win the ${noun}`;
  return winnerNames.length === 1 ? `${winnerNames[0]} wins the ${noun}` : `${winnerNames.join(" and ")} win the ${noun}`;
}
