import { seatName } from "../../lib/seatNames";
import type { View } from "../../types/last_dot";
import type { GameUi } from "../contract";
import Rules from "../fallback/FallbackRules.svelte";
import Board from "./Board.svelte";

export const game: GameUi<View> = {
  slug: "last_dot",
  Board,
  Rules,
  lessons: [{ id: "take", applies: (_view, legal) => legal.has("take"), text: "Take one, two or three dots.", target: ".moves" }],
  seatNote: (view, seat) => `${view.taken[seat]} dots`,
  scoreBreakdown: (view, seats, you) =>
    view.totals && {
      caption: "Points",
      columns: view.taken.map((_, seat) => seatName(seats, seat, you)),
      rows: [
        { label: "Dots", cells: view.taken.map(String) },
        { label: "Total", cells: view.totals.map(String), isTotal: true },
      ],
    },
};
