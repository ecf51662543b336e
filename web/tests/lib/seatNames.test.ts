import { describe, expect, it } from "vitest";
import { seatName, withUniqueNames } from "../../src/lib/seatNames";
import { seat } from "./fakeSocket";

describe("seat names", () => {
  const seats = [seat(0), seat(1), seat(2, { name: null })];

  it("are 'You' for the player", () => {
    expect(seatName(seats, 1, 1)).toBe("You");
    expect(seatName(seats, 1, 0)).toBe("Bob");
  });

  it("are unique at a table", () => {
    const twice = withUniqueNames([seat(0, { name: "Ann" }), seat(1, { name: "Ann" }), seat(2, { name: null })]);
    expect(twice.map((one) => one.name)).toEqual(["Ann", "Ann 2", null]);
  });
});
