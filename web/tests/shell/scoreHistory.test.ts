import { expect, test } from "vitest";
import { scoreHistory } from "../../src/shell/result/scoreHistory";
import type { SeatInfo } from "../../src/types/messages";

const seats = [0, 1].map(
  (seat): SeatInfo => ({
    seat,
    name: seat === 0 ? "Ann" : "Ben",
    colour: null,
    bot: null,
    is_person: true,
    is_ready: true,
    is_connected: true,
    is_host: seat === 0,
    spent_ms: 0,
    limit_ms: null,
  }),
);

test("every change is a row with the gain of each seat", () => {
  const rows = scoreHistory([[2, 0], [2, 16], [1, 16]], seats, 1);
  expect(rows?.columns).toEqual(["Ann", "You"]);
  expect(rows?.rows.map((row) => row.cells)).toEqual([
    ["2 (+2)", "0"],
    ["2", "16 (+16)"],
    ["1 (−1)", "16"],
  ]);
  expect(rows?.rows.map((row) => row.isTotal)).toEqual([false, false, true]);
});

test("one change or too many changes make no table", () => {
  expect(scoreHistory([], seats, 0)).toBeNull();
  expect(scoreHistory([[1, 0]], seats, 0)).toBeNull();
  expect(scoreHistory(Array.from({ length: 13 }, (_, n) => [n, 0]), seats, 0)).toBeNull();
});
