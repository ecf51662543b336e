import { expect, test } from "vitest";
import { callOutcomeReason } from "../../src/games/dots_52/model/callOutcomeReason";

const seats = ["Ann", "Bob", "Cy"].map((name, seat) => ({ seat, name }) as never);
const lost = (totals: number[]) => ({ outcome: "call lost", caller: 0, totals, points: [50, 0, 0] });

test("a lost call names the players who held as little, and only them", () => {
  expect(callOutcomeReason(lost([5, 3, 9]), seats, 0)).toBe("You held 5, but Bob held 3. The caller scores 50, the others 0.");
  expect(callOutcomeReason(lost([5, 5, 2]), seats, 1)).toBe("Ann held 5, but you held 5 and Cy held 2. The caller scores 50, the others 0.");
});

test("a call that holds and a round without a call are explained, too", () => {
  expect(callOutcomeReason({ ...lost([4, 12, 9]), outcome: "call won" }, seats, 0)).toMatch(/^All others held more/);
  expect(callOutcomeReason({ ...lost([4, 12, 9]), outcome: "no call", caller: null }, seats, 0)).toMatch(/^Nobody called/);
});

test("a caller who held less than all others held too much when calling", () => {
  expect(callOutcomeReason(lost([4, 12, 9]), seats, 0)).toBe("You held 10 or more when calling. The caller scores 50, the others 0.");
});
