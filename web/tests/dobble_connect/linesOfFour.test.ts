import { describe, expect, it } from "vitest";
import { lineSegments, placesCompletingLines } from "../../src/games/dobble_connect/model/table/linesOfFour";
import { cellCentre } from "../../src/games/dobble_connect/model/table/hexGrid";
import { threatText } from "../../src/games/dobble_connect/model/threatText";
import type { Spot } from "../../src/types/dobble_connect";
import { SEATS, viewOf } from "./fixtures";

const spot = (kind: string, q: number, r: number) => ({ card: { kind }, q, r, free: [] }) as unknown as Spot;

describe("lines", () => {
  it("of four have a stroke from end to end, also two at once", () => {
    const row = [0, 1, 2, 3].map((q) => spot("pink", q, 0));
    expect(lineSegments(row)).toEqual([{ from: cellCentre(0, 0), to: cellCentre(3, 0) }]);
    const column = [1, 2, 3].map((r) => spot("pink", 0, r));
    expect(lineSegments([...row, ...column])).toHaveLength(2);
  });

  it("of three mark each empty place that completes them, also a gap", () => {
    const start = spot("start", -1, 0);
    expect([...placesCompletingLines([start, spot("pink", 0, 0), spot("pink", 1, 0), spot("pink", 2, 0)])]).toEqual([["3,0", "pink"]]);
    expect([...placesCompletingLines([spot("blue", 0, 0), spot("blue", 0, 1), spot("blue", 0, 3)])]).toEqual([["0,2", "blue"]]);
    expect(placesCompletingLines([start, spot("pink", 0, 0), spot("orange", 1, 0), spot("pink", 2, 0)]).size).toBe(0);
  });

  it("of three are told, those of others first", () => {
    const told = (...kinds: string[]) => threatText(new Map(kinds.map((kind, n) => [`${n},0`, kind])), viewOf(), SEATS, 0);
    expect(told("pink", "orange")).toBe("Bob has three in a row: lay a card of another colour on the marked place.");
    expect(told("pink")).toBe("You have three in a row: fill the marked place!");
    expect(told()).toBe("");
  });
});
