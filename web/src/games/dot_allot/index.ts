import type { View } from "../../types/dot_allot";
import type { GameFace } from "../contract";
import Board from "./Board.svelte";
import { breakdown } from "./breakdown";
import { lessons } from "./lessons";
import Rules from "./Rules.svelte";

export const game: GameFace<View> = {
  slug: "dot_allot",
  Board,
  Rules,
  lessons,
  isRoundEnd: (view) => view.result !== null,
  seatNote: (view, seat) => `${view.totals[seat]} points`,
  breakdown,
};
