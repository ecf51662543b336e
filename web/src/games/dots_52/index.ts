import type { View } from "../../types/dots_52";
import type { GameUi } from "../contract";
import Board from "./Board.svelte";
import { scoreBreakdown } from "./scoreBreakdown";
import { lessons } from "./lessons";
import Rules from "./Rules.svelte";

export const game: GameUi<View> = {
  slug: "dots_52",
  Board,
  Rules,
  lessons,
  isRoundEnd: (view) => view.result !== null,
  scoreBreakdown,
  seatNote: (view, seat) => `${view.scores[seat]} ${view.scores[seat] === 1 ? "point" : "points"}`,
};
