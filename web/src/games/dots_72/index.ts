import { nameOf } from "../../lib/names";
import type { View } from "../../types/dots_72";
import type { GameFace } from "../contract";
import Board from "./Board.svelte";
import { cardName } from "./cards";
import { lessons } from "./lessons";
import Rules from "./Rules.svelte";

export const game: GameFace<View> = {
  slug: "dots_72",
  Board,
  Rules,
  lessons,
  seatNote: (view, seat) => `${view.scores[seat]} points`,
  breakdown: (view, seats, you) => ({
    caption: view.result?.caller == null ? "Points" : `Last hand: ${nameOf(seats, view.result.caller, you)}`,
    columns: ["Points"],
    rows: [
      ...(view.result?.sets ?? []).map(({ cards, points }) => ({
        label: cards.map((code) => cardName(code, view.dots_cards)).join(" · "),
        cells: [String(points)],
      })),
      ...view.scores.map((score, seat) => ({ label: nameOf(seats, seat, you), cells: [String(score)], isTotal: true })),
    ],
  }),
};
