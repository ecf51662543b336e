import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import Board from "../../../examples/last_dot/web/Board.svelte";
import { game } from "../../../examples/last_dot/web/index";
import type { BoardProps } from "../../src/games/contract";
import { LegalActions } from "../../src/lib/legalActions";

afterEach(cleanup);

const verbs = [{ verb: "take", first: 0, ranges: [3], is_race: false }];
const view = { seat: 0, turn: 0, heap: 2, taken: [4, 6], cards: [5, null], totals: null };
const seats = [{ seat: 0, name: "Ann" }, { seat: 1, name: "Bob" }];

it("shows the heap and the players, and plays what is legal", async () => {
  const play = vi.fn(() => Promise.resolve(true));
  render(Board, { view, seats, you: 0, legal: new LegalActions(verbs, [0, 1]), play } as unknown as BoardProps<never>);
  expect(screen.getByRole("img", { name: "2 dots in the heap" })).toBeTruthy();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent.trim())).toEqual(["You 4 dots, card 5", "Bob 6 dots, a hidden card"]);
  await fireEvent.click(screen.getByRole("button", { name: "Take 2" }));
  expect(play).toHaveBeenCalledWith(1);
  expect((screen.getByRole("button", { name: "Take 3" }) as HTMLButtonElement).disabled).toBe(true);
});

it("explains the score at the end only", () => {
  expect(game.scoreBreakdown(view, [], 0)).toBeNull();
  expect(game.scoreBreakdown({ ...view, totals: [9, 6] }, seats as never, 0)!.rows.at(-1)!.cells).toEqual(["9", "6"]);
});
