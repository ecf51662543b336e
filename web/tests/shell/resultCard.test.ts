import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "../../src/lib/api";
import { preferences } from "../../src/lib/preferences.svelte";
import ResultCard from "../../src/shell/result/ResultCard.svelte";
import type { MatchResult } from "../../src/types/messages";
import { seat } from "../lib/fakeSocket";
import { gameUi } from "./fixtures";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the result", () => {
  const result: MatchResult = { reason: "finished", scores: [4, 8, 6], returns: [-1, 1, -1], winners: [1], seed: "00".repeat(32), salt: "11".repeat(16) };
  const props = (change: Partial<MatchResult> = {}, you: number | null = 0) => ({
    id: "t1",
    title: "Dot Nine",
    result: { ...result, ...change },
    seats: [seat(0), seat(1), seat(2)],
    you,
    commitment: "ab",
    contributions: [],
    gameUi,
    view: {},
    rematch: null,
  });

  it("ranks the winner first, then by distance to the winning score", () => {
    render(ResultCard, props());
    expect(screen.getByRole("heading", { name: "Bob wins" })).toBeTruthy();
    const names = within(screen.getByRole("region", { name: "Result" })).getAllByRole("listitem");
    expect(names.map((line) => line.textContent!.replace(/\s+/g, " ").trim())).toEqual([
      expect.stringMatching(/Bobwinner ?8/),
      expect.stringMatching(/Cid ?6/),
      expect.stringMatching(/You ?4/),
    ]);
  });

  it("shows the avatar of each winner", () => {
    render(ResultCard, props({ winners: [1, 2] }));
    expect([...document.querySelectorAll(".medals svg")].map((avatar) => avatar.textContent!.trim())).toEqual(["B", "C"]);
  });

  it("recognises the player's own win, shared wins and early ends", () => {
    render(ResultCard, props({}, 1));
    expect(screen.getByRole("heading", { name: "You win!" })).toBeTruthy();
    cleanup();
    render(ResultCard, props({ winners: [1, 2] }));
    expect(screen.getByRole("heading", { name: "Bob and Cid share the win" })).toBeTruthy();
    cleanup();
    render(ResultCard, props({ winners: [1, 2] }, 2));
    expect(screen.getByRole("heading", { name: "You and Bob share the win" })).toBeTruthy();
    cleanup();
    render(ResultCard, { ...props({ scores: [4, 4], winners: [0, 1] }), seats: [seat(0), seat(1)] });
    expect(screen.getByRole("heading", { name: "A draw: you share the win" })).toBeTruthy();
    cleanup();
    render(ResultCard, props({ reason: "aborted", winners: [] }));
    expect(screen.getByRole("heading", { name: "The match was ended early" })).toBeTruthy();
  });

  it("has the score of two sides in its headline, and ignores taps at first", () => {
    vi.useFakeTimers();
    const two = { ...props({ scores: [4, 5], winners: [1] }), seats: [seat(0), seat(1)] };
    const { container } = render(ResultCard, two);
    expect(screen.getByRole("heading", { name: "Bob wins 5 : 4" })).toBeTruthy();
    expect(screen.queryByText(/ahead of/)).toBeNull();
    expect(container.querySelector("section.fresh")).not.toBeNull();
    vi.advanceTimersByTime(999);
    flushSync();
    expect(container.querySelector("section.fresh")).not.toBeNull();
    vi.advanceTimersByTime(1);
    flushSync();
    expect(container.querySelector("section.fresh")).toBeNull();
    cleanup();
    const teams = ["pink", "blue", "pink", "blue"].map((team, n) => seat(n, { team }));
    render(ResultCard, { ...props({ scores: [3, 1, 3, 1], winners: [0, 2] }), seats: teams });
    expect(screen.getByRole("heading", { name: "Your team wins! 3 : 1" })).toBeTruthy();
    vi.useRealTimers();
  });

  it("says how close it was, and shares the result in the third person", async () => {
    render(ResultCard, props({}, 1));
    expect(screen.getByText("2 points ahead of Cid")).toBeTruthy();
    cleanup();
    render(ResultCard, props({ scores: [0, 100, 60], winners: [0] }, 1));
    expect(screen.getByText("60 points fewer than Cid")).toBeTruthy();
    cleanup();
    render(ResultCard, props({}, 1));
    const shared = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share: shared }));
    await fireEvent.click(screen.getByRole("button", { name: "Share" }));
    expect(shared).toHaveBeenCalledWith(expect.objectContaining({ text: "Bob wins in Dot Nine: Bob 8, Ann 4, Cid 6.", url: expect.stringMatching(/\/replay\/t1$/) }));
    vi.unstubAllGlobals();
  });

  it("celebrates an own win that is new, until a key is pressed", async () => {
    const dots = () => document.querySelectorAll(".celebration i").length;
    render(ResultCard, { ...props({}, 1), isNew: true });
    expect(dots()).toBeGreaterThan(20);
    await fireEvent.keyDown(window, { key: "a" });
    expect(dots()).toBe(0);
    cleanup();
    render(ResultCard, { ...props({}, 0), isNew: true });
    expect(dots()).toBe(0);
    cleanup();
    preferences.change({ motion: "none" });
    render(ResultCard, { ...props({}, 1), isNew: true });
    expect(dots()).toBe(0);
    preferences.change({ motion: "auto" });
  });

  it("explains the points in a real table", () => {
    render(ResultCard, props());
    const table = screen.getByRole("table", { name: "Points by group" });
    expect(within(table).getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual(["Ann", "Bob"]);
    expect(within(table).getAllByRole("rowheader").map((cell) => cell.textContent)).toEqual(["Run", "Total"]);
  });

  it("checks the commitment here and the log on the server", async () => {
    vi.spyOn(api, "matchLog").mockResolvedValue("the log\ncommitment ab\n");
    const verify = vi.spyOn(api, "verifyLog").mockResolvedValue({ is_valid: true, sentence: "Every line holds." });
    render(ResultCard, props());
    await fireEvent.click(screen.getByRole("button", { name: "Verify the shuffle" }));
    expect(screen.getByText("The shuffle was changed after the match began.")).toBeTruthy();
    expect(await screen.findByText("Every line holds.")).toBeTruthy();
    expect(verify).toHaveBeenCalledWith("the log\ncommitment ab\n");
  });

  it("names a shuffle whose log or contributions are others", async () => {
    vi.spyOn(api, "matchLog").mockResolvedValue("commitment ab\ncontributions p1:00\n");
    const verify = vi.spyOn(api, "verifyLog");
    verify.mockClear();
    render(ResultCard, { ...props(), contributions: [{ seat: 1, entropy_hash: "cd".repeat(32), entropy: "00".repeat(32) }] });
    await fireEvent.click(screen.getByRole("button", { name: "Verify the shuffle" }));
    expect(screen.getByText("A player's part of the shuffle was changed.")).toBeTruthy();
    expect(await screen.findByText("The log is of another shuffle.")).toBeTruthy();
    expect(verify).not.toHaveBeenCalled();
  });
});
