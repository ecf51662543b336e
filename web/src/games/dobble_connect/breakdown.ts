/** The points of every team, as the view tells them. */
import { nameOf } from "../../lib/names";
import type { View } from "../../types/dobble_connect";
import type { SeatTold } from "../../types/messages";
import type { Breakdown } from "../contract";
import { kindOf } from "./kinds";

export function breakdown(view: View, seats: SeatTold[], you: number | null): Breakdown | null {
  if (view.phase === "playing" && view.round === 1) return null;
  return {
    caption: `One point for a line of four, ${view.goal} to win. Rounds: ${view.round}.`,
    columns: ["Players", "Points"],
    rows: view.teams.map(({ colour, letter, seats: members, points }) => ({
      label: `${kindOf(colour).word} (${letter})`,
      cells: [members.map((seat) => nameOf(seats, seat, you)).join(", "), `${points}`],
    })),
  };
}
