// What the shell adds to every game's board: the move of a hint, the button that deals the next round, the progress in the rules.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameUi } from "../../src/games/contract";
import { game as dotTiles } from "../../src/games/dot_tiles";
import { suggestionTargets as cardTargets } from "../../src/games/dots_52/model/suggestionTargets";
import { suggestionTargets as handTargets } from "../../src/games/dots_72/model/suggestionTargets";
import * as loader from "../../src/games/loadGameUi";
import { api } from "../../src/lib/api";
import { localPlayer } from "../../src/lib/localPlayer.svelte";
import TablePage from "../../src/shell/pages/TablePage.svelte";
import type { Snapshot } from "../../src/types/messages";
import { FakeSocket, seat, snapshot } from "../lib/fakeSocket";
import { details, gameUi } from "./fixtures";

const DEAL = { verb: "deal", first: 3, ranges: [], is_race: false };
const BOT = seat(1, { is_person: false, bot: "casual" });

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(api, "game").mockResolvedValue({ ...details, verbs: [...details.verbs, DEAL] });
  localPlayer.store({ token: "token", name: "Ann", colour: "#123456" });
});

afterEach(() => {
  cleanup();
  localPlayer.clear();
  vi.unstubAllGlobals();
});

async function open(change: Partial<GameUi>, told: Partial<Snapshot> = {}): Promise<void> {
  vi.spyOn(loader, "loadGameUi").mockResolvedValue({ ...gameUi, ...change, lessons: [] });
  render(TablePage, { id: "t1" });
  FakeSocket.last.welcome({ seats: [seat(0), BOT], ...told });
  await screen.findByRole("button", { name: "Menu" });
}

async function askForMove(): Promise<void> {
  const idea = { move_number: 0, idea: "There is a move after which you have two cards.", action: null, words: null };
  vi.spyOn(api, "hint").mockResolvedValueOnce(idea).mockResolvedValueOnce({ ...idea, action: 2, words: "Draw the second card" });
  await fireEvent.click(screen.getByRole("button", { name: "Hint" }));
  await fireEvent.click(await screen.findByRole("button", { name: "Show the move" }));
}

test("a hint's move is told above the board, with rings around what it needs, and no dialog stays open", async () => {
  const targets = vi.fn(() => ["button"]);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 20, 30, 40));
  await open({ suggestionTargets: targets });
  await askForMove();
  expect(await screen.findByText("Draw the second card")).toBeTruthy();
  expect(document.querySelector("dialog[open]")).toBeNull();
  await vi.waitFor(() => expect(targets).toHaveBeenCalledWith({ verb: "draw", args: [2] }, {}, 0));
  flushSync();
  expect(document.querySelectorAll(".suggestion-ring")).toHaveLength(1);
  await fireEvent.click(screen.getByRole("button", { name: "Hide the hint" }));
  expect(screen.queryByText("Draw the second card")).toBeNull();
  expect(document.querySelectorAll(".suggestion-ring")).toHaveLength(0);
});

test("a board that shows the move itself has no text above it", async () => {
  await open({ showsSuggestion: true });
  await askForMove();
  await vi.waitFor(() => expect(api.hint).toHaveBeenCalledTimes(2));
  flushSync();
  expect(screen.queryByText("Draw the second card")).toBeNull();
});

test("the dealer goes on with the same button as all others", async () => {
  const position = { ...snapshot().position!, view: { isOver: true }, legal: [3], words: ["Deal round 3"] };
  await open({ isRoundEnd: (view: { isOver?: boolean }) => view.isOver === true }, { position });
  const button = screen.getAllByRole("button", { name: "Continue" }).find((one) => one.closest(".continue"));
  expect(screen.queryByRole("button", { name: "Hint" })).toBeNull();
  await fireEvent.click(button!);
  expect(FakeSocket.last.of("move")[0]).toMatchObject({ action: 3 });
});

test("the rules say how far the match is", async () => {
  await open({ matchProgress: () => "Round 2 of 4" });
  await fireEvent.click(screen.getAllByRole("button", { name: /Rules/ })[0]!);
  expect(await screen.findByText("Round 2 of 4")).toBeTruthy();
});

test("each game names the elements of a move", () => {
  expect(dotTiles.suggestionTargets!({ verb: "tile", args: [0, 4] }, {} as never, 0)[1]).toBe('.own [data-group="4"]');
  expect(dotTiles.suggestionTargets!({ verb: "tile", args: [0, 9] }, {} as never, 0)[1]).toBe(".tray .burn");
  expect(cardTargets({ verb: "take", args: [2] }, {} as never, 1)).toEqual(['[data-spot="pile"]', '[data-spot="place 1 2"]']);
  expect(cardTargets({ verb: "arrange", args: [0] }, {} as never, 1)).toEqual(['[data-spot="place 1 0"]', '[data-spot="place 1 1"]']);
  expect(cardTargets({ verb: "call", args: [] }, {} as never, 1)).toEqual([".choices .call"]);
  const view = { hands: [{ cards: [{ code: "r" }, { code: "b4" }] }] } as never;
  expect(handTargets({ verb: "draw", args: [] }, view, 0)).toEqual([".middle .stack:first-child .pile"]);
  expect(handTargets({ verb: "discard", args: [0] }, view, 0)).toEqual(['.hand [data-code="r"]']);
});
