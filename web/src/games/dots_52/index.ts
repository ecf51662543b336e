import type { View } from "../../types/dots_52";
import type { GameFace } from "../contract";
import Board from "./Board.svelte";
import { breakdown } from "./breakdown";
import { lessons } from "./lessons";
import Rules from "./Rules.svelte";

export const game: GameFace<View> = {
  slug: "dots_52",
  Board,
  Rules,
  lessons,
  isRoundEnd: (view) => view.result !== null,
  breakdown,
  seatNote: (view, seat) => `${view.scores[seat]} ${view.scores[seat] === 1 ? "point" : "points"}`,
};
