import { expect, it } from "vitest";
import { countWithNoun } from "../../src/lib/countWithNoun";

it("chooses between singular and plural", () => {
  expect([0, 1, 2, -1, -5].map((count) => countWithNoun(count, "point"))).toEqual(["0 points", "1 point", "2 points", "−1 point", "−5 points"]);
  expect(countWithNoun(2, "inaccuracy", "inaccuracies")).toBe("2 inaccuracies");
});
