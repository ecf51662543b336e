import { expect, test } from "vitest";
import { replaceEqualDeep } from "../../src/lib/structuralSharing";

const told = () => ({ turn: 1, hands: [{ cards: ["r", "b4"] }, { cards: ["ws"] }], table: [], result: null as null | { points: number[] } });

test("an equal value keeps the old object", () => {
  const before = told();
  expect(replaceEqualDeep(before, told())).toBe(before);
});

test("only what changed is new", () => {
  const before = told();
  const now = told();
  now.turn = 2;
  now.hands[1]!.cards = ["ws", "y2"];
  const result = replaceEqualDeep(before, now);
  expect(result).toEqual({ ...told(), turn: 2, hands: [{ cards: ["r", "b4"] }, { cards: ["ws", "y2"] }] });
  expect(result.hands[0]).toBe(before.hands[0]);
  expect(result.hands[1]).not.toBe(before.hands[1]);
  expect(result.table).toBe(before.table);
  expect(before).toEqual(told());
});

test.each([
  [[1, 2], [1, 2, 3]],
  [[1, 2, 3], [1, 2]],
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: undefined }, { b: undefined }],
  [{ a: 1 }, [1]],
  [null, { a: 1 }],
  [{ a: 1 }, null],
  [0, ""],
  [[[1], [2]], [[2], [1]]],
])("%j is not %j", (before, now) => {
  const copy = structuredClone(now);
  const result = replaceEqualDeep(before, now);
  expect(result).not.toBe(before);
  expect(result).toStrictEqual(copy);
});
