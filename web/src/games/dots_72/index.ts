import type { View } from "../../types/dots_72";
import type { GameFace } from "../contract";
import Board from "./Board.svelte";
import { breakdown } from "./breakdown";
import { lessons } from "./lessons";
import Rules from "./Rules.svelte";

export const game: GameFace<View> = {
  slug: "dots_72",
  Board,
  Rules,
  lessons,
  isRoundEnd: (view) => view.result !== null,
  isLoud: (view, before) => view.called_wrongly && !before.called_wrongly,
  seatNote: (view, seat) => `${view.scores[seat]} points`,
  breakdown,
};
