/** Score breakdown: the points of every team of several players. Single players' points stand in the result itself. */
import { seatName } from "../../lib/seatNames";
import type { View } from "../../types/dobble_connect";
import type { SeatInfo } from "../../types/messages";
import type { ScoreBreakdown } from "../contract";
import { cardKind } from "./model/cardKinds";

export function scoreBreakdown(view: View, seats: SeatInfo[], you: number | null): ScoreBreakdown | null {
  if ((view.phase === "playing" && view.round === 1) || view.teams.every(({ seats: members }) => members.length === 1)) return null;
  return {
    caption: `One point for a line of four, ${view.goal} to win. Rounds: ${view.round}.`,
    columns: ["Players", "Points"],
    rows: view.teams.map(({ colour, letter, seats: members, points }) => ({
      label: `${cardKind(colour).label} (${letter})`,
      cells: [members.map((seat) => seatName(seats, seat, you)).join(", "), `${points}`],
    })),
  };
}
