import { expect, it } from "vitest";
import { scoreBreakdown } from "../../src/games/dot_allot/scoreBreakdown";
import type { View } from "../../src/types/dot_allot";
import { seat } from "../lib/fakeSocket";

it("tells the bonus point of a tied round beside its points", () => {
  const result = { groups: [{ blue: 4, red: 4, yellow: 4 }, { blue: 4, red: 9, yellow: 1 }], points: [1, 1], bonus: 1, leaves: null };
  const view = { round: 2, rounds: 4, totals: [3, 4], sides: [{ seat: 1 }, { seat: 0 }], result } as unknown as View;
  const rows = scoreBreakdown(view, [seat(0), seat(1)], 0).rows.map(({ label, cells }) => [label, ...cells]);
  expect(rows.slice(3)).toEqual([
    ["points of the round", "1", "1"],
    ["bonus point of a tied round", "–", "+1"],
    ["total of all rounds", "3", "4"],
  ]);
});
