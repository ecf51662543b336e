/** Score breakdown of the last hand. All numbers come from the server. */
import { seatName } from "../../lib/seatNames";
import type { View } from "../../types/dots_72";
import type { SeatInfo } from "../../types/messages";
import type { ScoreBreakdown } from "../contract";
import { cardName } from "./model/cards";

export function scoreBreakdown(view: View, seats: SeatInfo[], you: number | null): ScoreBreakdown | null {
  const { result } = view;
  if (!result || result.caller === null) return null;
  return {
    caption: `The last hand, called by ${result.caller === you ? "you" : seatName(seats, result.caller, you)}`,
    columns: ["Points"],
    rows: [
      ...result.sets.map(({ cards, points }) => ({
        label: cards.map((code) => cardName(code, view)).join(" · "),
        cells: [String(points)],
      })),
      ...(result.doubled ? [{ label: "One colour and no Wild: doubled", cells: ["× 2"] }] : []),
      { label: "Points of this hand", cells: [`+${result.points}`], isTotal: true },
    ],
  };
}
