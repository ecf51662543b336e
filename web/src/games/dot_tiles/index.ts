/** The user interface of DOT: Dice or Tiles, which the shell loads. */
import { countWithNoun } from "../../lib/countWithNoun";
import { seatName } from "../../lib/seatNames";
import type { View } from "../../types/dot_tiles";
import type { GameUi } from "../contract";
import Board from "./Board.svelte";
import { lessons } from "./lessons";
import Rules from "./Rules.svelte";
import { suggestionTargets } from "./model/suggestionTargets";

export const game: GameUi<View> = {
  slug: "dot_tiles",
  Board,
  Rules,
  lessons,
  shortcuts: [
    { keys: "1–9", text: "Lay the tile into a group" },
    { keys: "S", text: "Take the other tile" },
    { keys: "B", text: "Burn the tile" },
  ],
  suggestionTargets,
  seatNote: (view, seat) => countWithNoun(view.totals[seat] ?? 0, "point"),
  scoreBreakdown: (view, seats, you) => ({
    caption: "Points by group",
    columns: view.sheets.map((_, seat) => seatName(seats, seat, you)),
    rows: [
      ...view.sheets[0]!.groups.map(({ name }, g) => ({
        label: name,
        cells: view.sheets.map(({ groups }) => (groups[g]!.full ? String(groups[g]!.points) : "–")),
      })),
      { label: "Full sheet", cells: view.sheets.map(({ bonus }) => (bonus ? String(bonus) : "–")) },
      { label: "Total", cells: view.totals.map(String), isTotal: true },
    ],
  }),
};
