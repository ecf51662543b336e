import type { View } from "../../types/dot_allot";
import type { GameUi } from "../contract";
import Board from "./Board.svelte";
import { scoreBreakdown } from "./scoreBreakdown";
import { lessons } from "./lessons";
import Rules from "./Rules.svelte";

export const game: GameUi<View> = {
  slug: "dot_allot",
  Board,
  Rules,
  lessons,
  isRoundEnd: (view) => view.result !== null,
  seatNote: (view, seat) => `${view.totals[seat]} points`,
  scoreBreakdown,
};
