/** Score breakdown of the last round. All numbers come from the server. */
import { seatName } from "../../lib/seatNames";
import type { View } from "../../types/dot_allot";
import type { SeatInfo } from "../../types/messages";
import type { ScoreBreakdown } from "../contract";

const COUNTED_COLOURS = ["blue", "red", "yellow"];

export function scoreBreakdown(view: View, seats: SeatInfo[], you: number | null): ScoreBreakdown {
  const { result } = view;
  const side = (seat: number) => view.sides.findIndex((one) => one.seat === seat);
  const each = (cell: (seat: number) => number | undefined) => view.totals.map((_, seat) => String(cell(seat) ?? "–"));
  const bonusSeat = result?.bonus ?? null;
  return {
    caption: `The last round, ${view.round} of ${view.rounds}: largest groups`,
    columns: view.totals.map((_, seat) => seatName(seats, seat, you)),
    rows: [
      ...COUNTED_COLOURS.map((colour) => ({ label: colour, cells: each((seat) => result?.groups[side(seat)]?.[colour]) })),
      { label: "points of the round", cells: each((seat) => result?.points[side(seat)]) },
      ...(bonusSeat === null ? [] : [{ label: "bonus point of a tied round", cells: view.totals.map((_, seat) => (seat === bonusSeat ? "+1" : "–")) }]),
      { label: "total of all rounds", cells: each((seat) => view.totals[seat]), isTotal: true },
    ],
  };
}
