import type { View } from "../../types/dots_72";
import type { GameUi } from "../contract";
import Board from "./Board.svelte";
import { scoreBreakdown } from "./scoreBreakdown";
import { lessons } from "./lessons";
import Rules from "./Rules.svelte";

export const game: GameUi<View> = {
  slug: "dots_72",
  Board,
  Rules,
  lessons,
  isRoundEnd: (view) => view.result !== null,
  isNotableMove: (view, before) => view.called_wrongly && !before.called_wrongly,
  seatNote: (view, seat) => `${view.scores[seat]} points`,
  scoreBreakdown,
};
