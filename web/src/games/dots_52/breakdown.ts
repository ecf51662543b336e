/** How the last round came to its points; all numbers are the server's. */
import { nameOf } from "../../lib/names";
import type { View } from "../../types/dots_52";
import type { SeatTold } from "../../types/messages";
import type { Breakdown } from "../contract";

export function breakdown(view: View, seats: SeatTold[], you: number | null): Breakdown | null {
  const { result } = view;
  if (!result) return null;
  return {
    caption: `Round ${view.round}: ${verdict(view, seats, you)}`,
    columns: ["Held", "Scores", "Has now"],
    rows: result.totals.map((held, seat) => ({
      label: `${nameOf(seats, seat, you)}${seat === result.caller ? " (called)" : ""}`,
      cells: [String(held), `+${result.points[seat]}`, String(view.scores[seat])],
      isTotal: view.winners.includes(seat),
    })),
  };
}

/** "Your call holds", "Bo’s call fails", "nobody called". */
export function verdict(view: View, seats: readonly SeatTold[], you: number | null): string {
  const { result } = view;
  if (!result || result.caller === null) return "nobody called";
  const whose = result.caller === you ? "your call" : `${nameOf(seats, result.caller)}’s call`;
  return `${whose} ${result.outcome === "call won" ? "holds" : "fails"}`;
}
