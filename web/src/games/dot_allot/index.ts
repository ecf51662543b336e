import { nameOf } from "../../lib/names";
import type { View } from "../../types/dot_allot";
import type { GameFace } from "../contract";
import Board from "./Board.svelte";
import { lessons } from "./lessons";
import Rules from "./Rules.svelte";

const COLOURS = ["blue", "red", "yellow"];

export const game: GameFace<View> = {
  slug: "dot_allot",
  Board,
  Rules,
  lessons,
  seatNote: (view, seat) => `${view.totals[seat]} points`,
  breakdown: (view, seats, you) => ({
    caption: `Largest groups of round ${view.round}, and the totals`,
    columns: [...COLOURS, "round", "total"],
    rows: view.totals.map((total, seat) => {
      const side = view.sides.findIndex((one) => one.seat === seat);
      const groups = side < 0 ? undefined : view.result?.groups[side];
      const points = side < 0 ? undefined : view.result?.points[side];
      return {
        label: nameOf(seats, seat, you),
        cells: [...COLOURS.map((colour) => String(groups?.[colour] ?? "–")), String(points ?? "–"), String(total)],
      };
    }),
  }),
};
