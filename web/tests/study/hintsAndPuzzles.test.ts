import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError } from "../../src/lib/api";
import { localPlayer } from "../../src/lib/localPlayer.svelte";
import PuzzlesPage from "../../src/shell/pages/PuzzlesPage.svelte";
import HintButton from "../../src/shell/study/HintButton.svelte";
import type { SeatInfo } from "../../src/types/messages";
import { details } from "../shell/fixtures";
import { decision } from "./fixtures";

const seats = [{ seat: 0, name: "Ann" }, { seat: 1, name: "Bob" }] as SeatInfo[];
let shown: ReturnType<typeof mount> | undefined;
const words = () => document.body.textContent!.replaceAll("\u00a0", " ").replace(/\s+/g, " ");

function click(text: string): void {
  const found = [...document.querySelectorAll<HTMLElement>("button")].find((one) => `${one.textContent}${one.getAttribute("aria-label") ?? ""}`.includes(text));
  expect(found, text).toBeDefined();
  found!.click();
  flushSync();
}

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  localStorage.clear();
});

describe("the hint button", () => {
  it("shows the idea first, and on request the move on the board without the dialog", async () => {
    const idea = { move_number: 4, idea: "Look for a swap with Player 2.", action: null, words: null };
    const ask = vi.spyOn(api, "hint").mockResolvedValueOnce(idea).mockResolvedValueOnce({ ...idea, action: 7, words: "Swap the 5" });
    const onmove = vi.fn();
    shown = mount(HintButton, { target: document.body, props: { tableId: "t1", token: "secret", moveNumber: 4, seats, onmove } });
    click("Hint");
    await vi.waitFor(() => expect(words()).toContain("Look for a swap with Bob."));
    expect(onmove).not.toHaveBeenCalled();
    click("Show the move");
    await vi.waitFor(() => expect(onmove).toHaveBeenCalledExactlyOnceWith({ ...idea, idea: "Look for a swap with Bob.", action: 7, words: "Swap the 5" }));
    flushSync();
    expect(document.querySelector("dialog[open]")).toBeNull();
    click("Hint");
    click("Show the move");
    await vi.waitFor(() => expect(onmove).toHaveBeenCalledTimes(2));
    expect(ask.mock.calls.map((call) => call[2])).toEqual(["idea", "move"]);
  });

  it("tells why there is no hint", async () => {
    vi.spyOn(api, "hint").mockRejectedValue(new ApiError("no-hints", "Hints are for matches against bots.", 409));
    shown = mount(HintButton, { target: document.body, props: { tableId: "t1", token: "secret", moveNumber: 4, seats, onmove: () => {} } });
    click("Hint");
    await vi.waitFor(() => expect(words()).toContain("Hints are for matches against bots."));
  });
});

describe("the page of puzzles", () => {
  const position = { move_number: 0, now_ms: 0, view: {}, to_act: [0], legal: [0, 1, 2], words: ["Draw one", "Draw two", "Draw three"], deadline_ms: null, screen: "A view" };

  beforeEach(() => {
    vi.spyOn(api, "games").mockResolvedValue({ games: [details] } as never);
    vi.spyOn(api, "game").mockResolvedValue(details);
    vi.spyOn(api, "position").mockResolvedValue(position as never);
    vi.spyOn(api, "ownPuzzles").mockResolvedValue({ puzzles: [{ match: "t1", game: "dot_nine", players: ["Ann", "Bob"], decision: decision(6, 0, 0.15) }] });
    vi.spyOn(localPlayer, "token", "get").mockReturnValue("secret");
  });

  it("keeps the answer hidden and marks a solved puzzle", async () => {
    shown = mount(PuzzlesPage, { target: document.body });
    await vi.waitFor(() => expect(words()).toContain("Move 7"));
    click("Move 7");
    await vi.waitFor(() => expect(words()).toContain("Draw three"));
    expect(words()).not.toContain("Better");
    click("Draw three");
    await vi.waitFor(() => expect(words()).toContain("Right: this is the best move."));
    expect(words()).toContain("Solved");
  });

  it("says which game has no puzzle today", async () => {
    vi.spyOn(api, "dailyPuzzle").mockRejectedValue(new ApiError("no_puzzle", "This game has no puzzle today.", 404));
    shown = mount(PuzzlesPage, { target: document.body });
    await vi.waitFor(() => expect(words()).toContain("Dot Nine"));
    click("Dot Nine");
    await vi.waitFor(() => expect(words()).toContain("No puzzle today"));
  });
});
