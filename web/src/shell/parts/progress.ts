/** How the points of a match grew, as rows for a table: the server says each time that they changed. */
import type { Breakdown } from "../../games/contract";
import { nameOf } from "../../lib/names";
import type { SeatTold } from "../../types/messages";

/** A match whose points change more often would make a table that nobody reads. */
const MOST_ROWS = 12;

export function progressOf(progress: number[][], seats: SeatTold[], you: number | null): Breakdown | null {
  if (progress.length < 2 || progress.length > MOST_ROWS) return null;
  const before = [seats.map(() => 0), ...progress];
  return {
    caption: "How the points grew",
    columns: seats.map((seat) => nameOf(seats, seat.seat, you)),
    rows: progress.map((points, n) => ({
      label: `${n + 1}`,
      cells: points.map((now, seat) => withChange(now, now - (before[n]?.[seat] ?? 0))),
      isTotal: n === progress.length - 1,
    })),
  };
}

function withChange(now: number, change: number): string {
  if (change === 0) return `${now}`;
  return `${now} (${change > 0 ? "+" : "−"}${Math.abs(change)})`;
}
