/** Score breakdown of the last round. All numbers come from the server. */
import { seatName } from "../../lib/seatNames";
import type { View } from "../../types/dots_52";
import type { SeatInfo } from "../../types/messages";
import type { ScoreBreakdown } from "../contract";
import { callOutcomeReason } from "./model/callOutcomeReason";

export function scoreBreakdown(view: View, seats: SeatInfo[], you: number | null): ScoreBreakdown | null {
  const { result } = view;
  if (!result) return null;
  return {
    caption: `Round ${view.round}: ${callOutcomeText(view, seats, you)}`,
    note: `${callOutcomeReason(result, seats, you)} The fewest points win.`,
    columns: ["Held", "Scored", "Total"],
    rows: result.totals.map((held, seat) => ({
      label: `${seatName(seats, seat, you)}${seat === result.caller ? " (called)" : ""}`,
      cells: [String(held), `+${result.points[seat]}`, String(view.scores[seat])],
      isTotal: view.winners.includes(seat),
    })),
  };
}

/** Return the outcome of the call: "your call holds", "Bo’s call fails", "nobody called". */
export function callOutcomeText(view: View, seats: readonly SeatInfo[], you: number | null): string {
  const { result } = view;
  if (!result || result.caller === null) return "nobody called";
  const callText = result.caller === you ? "your call" : `${seatName(seats, result.caller)}’s call`;
  return `${callText} ${result.outcome === "call won" ? "holds" : "fails"}`;
}
