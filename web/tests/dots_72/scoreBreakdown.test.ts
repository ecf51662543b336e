import { describe, expect, it } from "vitest";
import { scoreBreakdown } from "../../src/games/dots_72/scoreBreakdown";
import { HOUSE_COLOURS } from "../../src/games/dots_72/model/cards";
import type { View } from "../../src/types/dots_72";
import { seat } from "../lib/fakeSocket";

const sets = [
  { cards: ["b", "b6", "d0"], points: 50 },
  { cards: ["b", "b8", "d0"], points: 25 },
];
const view = (doubled: boolean, points: number) =>
  ({ result: { caller: 0, points, doubled, sets }, scores: [525, 150], dots_cards: [[0, 0, 0, 6]], colours: HOUSE_COLOURS }) as unknown as View;

describe("the points of a hand", () => {
  it("add up: a doubling is a line of its own", () => {
    const told = scoreBreakdown(view(true, 150), [seat(0), seat(1)], 0)!;
    expect(told.caption).toBe("The last hand, called by you");
    expect(told.rows.map(({ cells }) => cells[0])).toEqual(["50", "25", "× 2", "+150"]);
  });

  it("have no such line where nothing was doubled, and no table after a void hand", () => {
    expect(scoreBreakdown(view(false, 75), [seat(0), seat(1)], 0)!.rows.map(({ cells }) => cells[0])).toEqual(["50", "25", "+75"]);
    expect(scoreBreakdown({ result: { caller: null } } as unknown as View, [], null)).toBeNull();
  });
});
