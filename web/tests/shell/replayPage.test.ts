import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as loader from "../../src/games/loadGameUi";
import { api } from "../../src/lib/api";
import { localPlayer } from "../../src/lib/localPlayer.svelte";
import { router } from "../../src/shell/router.svelte";
import ReplayPage from "../../src/shell/pages/ReplayPage.svelte";
import type { Replay } from "../../src/types/http";
import { snapshot } from "../lib/fakeSocket";
import { details, gameUi } from "./fixtures";

const result = { reason: "finished" as const, scores: [4, 8], returns: [-1, 1], winners: [1], seed: null, salt: null };
const replay: Replay = {
  id: "t1", game: "dot_nine", options: "", seats: 2, names: ["Ann", "Bob"], viewer: 0, moves: 0, first: 0, start: {}, steps: [], commitment: "ab", seed: "", salt: "",
  is_finished: true, is_imported: false, shuffle: { is_starting: false, contributions: [] },
};

beforeEach(() => {
  vi.spyOn(loader, "loadGameUi").mockResolvedValue(gameUi);
  vi.spyOn(api, "game").mockResolvedValue(details);
  vi.spyOn(api, "replay").mockResolvedValue(replay);
  vi.spyOn(localPlayer, "token", "get").mockReturnValue("token");
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function show(you: number | null, rematch: string | null = null): Promise<void> {
  vi.spyOn(api, "table").mockResolvedValue(snapshot({ status: "over", result, you, rematch }));
  render(ReplayPage, { id: "t1" });
  await fireEvent.click(await screen.findByRole("button", { name: "Result" }));
}

const backAddress = () => screen.getByRole("link", { name: "Back" }).getAttribute("href");

it("leads back to the table of the player, and offers a rematch in its result", async () => {
  await show(0);
  expect(backAddress()).toBe("/table/t1");
  expect(screen.getByRole("link", { name: "Rematch" }).getAttribute("href")).toBe("/table/t1?rematch");
});

it("leads to a rematch that was opened already", async () => {
  await show(0, "t2");
  expect(screen.getByRole("link", { name: "Go to the rematch" }).getAttribute("href")).toBe("/table/t2");
});

it("offers no rematch of a match of other players", async () => {
  await show(null, "t2");
  expect(backAddress()).toBe("/matches");
  expect(screen.queryByRole("link", { name: /rematch/i })).toBeNull();
});

it("goes back in the history if it was opened from another page of the app", async () => {
  const goBack = vi.spyOn(history, "back").mockImplementation(() => {});
  router.hasHistory = true;
  await show(0);
  await fireEvent.click(screen.getByRole("link", { name: "Back" }));
  expect(goBack).toHaveBeenCalled();
  router.hasHistory = false;
});
