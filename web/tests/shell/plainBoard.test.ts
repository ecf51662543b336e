import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { BoardProps } from "../../src/games/contract";
import FallbackBoard from "../../src/games/fallback/FallbackBoard.svelte";
import FallbackRules from "../../src/games/fallback/FallbackRules.svelte";
import { LegalActions } from "../../src/lib/legalActions";
import { details } from "./fixtures";

afterEach(cleanup);

const position = { move_number: 0, now_ms: 0, view: { heap: 3 }, to_act: [0], legal: [0, 2], words: [], deadline_ms: null, screen: "Heap: ●●●\n  You:  0 dots" };

function board(labels: string[], play = vi.fn(() => Promise.resolve(true))) {
  const legal = new LegalActions(details.verbs, labels.length ? [0, 2] : [], labels);
  render(FallbackBoard, { position, legal, play, view: position.view } as unknown as BoardProps);
  return play;
}

it("shows the text screen of a game without a board, not its view", () => {
  board([]);
  expect(screen.getByLabelText("Position").textContent).toBe(position.screen);
  expect(screen.queryByRole("button")).toBeNull();
});

it("offers every move as a button with its description", async () => {
  const play = board(["Take 1 of 3 dots", "Take 3 of 3 dots"]);
  const moves = within(screen.getByRole("list", { name: "Your moves" }));
  expect(moves.getAllByRole("button").map((button) => button.textContent)).toEqual(["Take 1 of 3 dots", "Take 3 of 3 dots"]);
  await fireEvent.click(moves.getByRole("button", { name: "Take 3 of 3 dots" }));
  expect(play).toHaveBeenCalledWith(2);
});

it("shows the author's rules by heading and paragraph", () => {
  render(FallbackRules, { details: { ...details, rules: "# Dot Nine\n\nTake dots.\n\nThe last one wins." } });
  expect(screen.getByRole("heading").textContent).toBe("Dot Nine");
  expect(screen.getByText("The last one wins.")).toBeTruthy();
});
