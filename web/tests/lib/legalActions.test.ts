import { describe, expect, it } from "vitest";
import { decodeAction, encodeAction, LegalActions } from "../../src/lib/legalActions";

const VERBS = [
  { verb: "draw", first: 0, ranges: [], is_race: false },
  { verb: "place", first: 1, ranges: [3, 4], is_race: false },
  { verb: "call", first: 13, ranges: [2], is_race: true },
];

describe("legal actions", () => {
  it.each([
    [0, "draw", []],
    [1, "place", [0, 0]],
    [8, "place", [1, 3]],
    [12, "place", [2, 3]],
    [14, "call", [1]],
  ] as const)("number %i is %s %j", (action, verb, args) => {
    expect(decodeAction(VERBS, action)).toEqual({ verb, args });
    expect(encodeAction(VERBS, verb, args)).toBe(action);
  });

  it("are found by verb and arguments", () => {
    const legal = new LegalActions(VERBS, [0, 2, 8], ["Draw", "Place it there", "Place it here"]);
    expect(legal.find("place", 1, 3)?.label).toBe("Place it here");
    expect(legal.find("place", 2, 3)).toBeUndefined();
    expect(legal.matching("place").map((one) => one.action)).toEqual([2, 8]);
    expect(legal.has("place", 0)).toBe(true);
    expect(legal.has("place", 2)).toBe(false);
    expect(new LegalActions(VERBS, []).isEmpty).toBe(true);
  });

  it("exclude arguments out of range", () => {
    expect(encodeAction(VERBS, "place", [3, 0])).toBeUndefined();
    expect(encodeAction(VERBS, "place", [0])).toBeUndefined();
    expect(encodeAction(VERBS, "sing", [])).toBeUndefined();
    expect(decodeAction(VERBS, 99)).toEqual({ verb: "", args: [] });
  });
});
