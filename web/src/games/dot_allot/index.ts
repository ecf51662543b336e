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
  breakdown: (view, seats, you) => {
    const side = (seat: number) => view.sides.findIndex((one) => one.seat === seat);
    const each = (cell: (seat: number) => number | undefined) => view.totals.map((_, seat) => String(cell(seat) ?? "–"));
    return {
      caption: `Largest groups of round ${view.round}`,
      columns: view.totals.map((_, seat) => nameOf(seats, seat, you)),
      rows: [
        ...COLOURS.map((colour) => ({ label: colour, cells: each((seat) => view.result?.groups[side(seat)]?.[colour]) })),
        { label: "points of the round", cells: each((seat) => view.result?.points[side(seat)]) },
        { label: "total", cells: each((seat) => view.totals[seat]), isTotal: true },
      ],
    };
  },
};
