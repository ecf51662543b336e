/** Table of the scores after each scoring event of a match. */
import type { ScoreBreakdown } from "../../games/contract";
import { seatName } from "../../lib/seatNames";
import type { SeatInfo } from "../../types/messages";

/** Matches with more scoring events get no table, since it would be too long to read. */
const MAX_ROWS = 12;

/** Return one row per scoring event, or null if there are fewer than two or too many. */
export function scoreHistory(progress: number[][], seats: SeatInfo[], you: number | null): ScoreBreakdown | null {
  if (progress.length < 2 || progress.length > MAX_ROWS) return null;
  const scoresBeforeRow = [seats.map(() => 0), ...progress];
  return {
    caption: "How the points grew",
    columns: seats.map((seat) => seatName(seats, seat.seat, you)),
    rows: progress.map((points, n) => ({
      label: `${n + 1}`,
      cells: points.map((score, seat) => scoreWithChange(score, score - (scoresBeforeRow[n]?.[seat] ?? 0))),
      isTotal: n === progress.length - 1,
    })),
  };
}

function scoreWithChange(score: number, change: number): string {
  if (change === 0) return `${score}`;
  return `${score} (${change > 0 ? "+" : "−"}${Math.abs(change)})`;
}
