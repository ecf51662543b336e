/** How the last hand came to its points; all numbers are the server's. */
import { nameOf } from "../../lib/names";
import type { View } from "../../types/dots_72";
import type { SeatTold } from "../../types/messages";
import type { Breakdown } from "../contract";
import { cardName } from "./cards";

export function breakdown(view: View, seats: SeatTold[], you: number | null): Breakdown | null {
  const { result } = view;
  if (!result || result.caller === null) return null;
  return {
    caption: `The last hand: ${nameOf(seats, result.caller, you)}`,
    columns: ["Points"],
    rows: [
      ...result.sets.map(({ cards, points }) => ({
        label: cards.map((code) => cardName(code, view.dots_cards)).join(" · "),
        cells: [String(points)],
      })),
      ...(result.doubled ? [{ label: "One colour and no Wild: doubled", cells: ["× 2"] }] : []),
      { label: "Points of this hand", cells: [`+${result.points}`], isTotal: true },
    ],
  };
}
