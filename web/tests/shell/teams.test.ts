import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { winnersText } from "../../src/games/dobble_connect/model/winnersText";
import { TableConnection } from "../../src/lib/tableConnection.svelte";
import WaitingRoom from "../../src/shell/match/WaitingRoom.svelte";
import { resultHeadline } from "../../src/shell/result/resultHeadline";
import type { MatchResult, SeatInfo, Snapshot } from "../../src/types/messages";
import { viewOf } from "../dobble_connect/fixtures";
import { FakeSocket, seat } from "../lib/fakeSocket";
import { details } from "./fixtures";

const CHOICES = [
  { name: "pink", colour: "#cf2f6b" },
  { name: "blue", colour: "#1c5fb8" },
];
const result = (winners: number[]): MatchResult => ({ reason: "finished", scores: [5, 1, 5], returns: [], winners, seed: null, salt: null });
const inTeams = (...teams: string[]): SeatInfo[] => teams.map((team, n) => seat(n, { team }));

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the headline of a result", () => {
  const seats = inTeams("blue", "pink", "blue");

  it("names a team that has won, and does not say that its players share the win", () => {
    expect(resultHeadline(result([0, 2]), seats, 0)).toBe("Your team wins!");
    expect(resultHeadline(result([0, 2]), seats, 1)).toBe("Team Blue wins");
    expect(resultHeadline(result([0, 2]), seats, null)).toBe("Team Blue wins");
  });

  it("names a single winner, and those who share the win", () => {
    expect(resultHeadline(result([1]), seats, 1)).toBe("You win!");
    expect(resultHeadline(result([1]), seats, 0)).toBe("Bob wins");
    expect(resultHeadline(result([0, 1, 2]), seats, 0)).toBe("All share the win");
    expect(resultHeadline(result([0, 2]), [seat(0), seat(1), seat(2)], 0)).toBe("You and Cid share the win");
  });

  it("is the same on the board of Dobble Connect", () => {
    const view = viewOf({ phase: "over", winners: [0] });
    expect(winnersText(view, seats, 0)).toBe("You win the match.");
    expect(winnersText(view, seats, 1)).toBe("Ann wins the match.");
    view.teams[0]!.seats = [0, 2];
    view.winners = [0, 2];
    expect(winnersText(view, seats, 2)).toBe("Your team wins the match.");
    expect(winnersText(view, seats, 1)).toBe("Team Pink wins the match.");
    view.winners = [0, 1, 2];
    expect(winnersText(view, seats, 1)).toBe("Pink and Orange share the win.");
  });
});

describe("the waiting room", () => {
  function shown(you: number, change: Partial<Snapshot> = {}) {
    const table = new TableConnection("t1", "token");
    const seats = [seat(0, { team: "pink" }), seat(1, { team: "pink" }), seat(2, { team: "blue" })];
    FakeSocket.last.welcome({ seats, status: "open", position: null, teams: { choices: CHOICES, refusal: null }, ...change }, you);
    render(WaitingRoom, { table, details, onsit: () => {}, onrules: () => {} });
    flushSync();
  }

  const group = (name: string) => screen.queryByRole("group", { name: `Team of ${name}` });

  it("lets a player choose the own team by a tap", async () => {
    shown(1);
    const own = within(group("your seat")!);
    expect(own.getByRole("button", { name: "Pink" }).getAttribute("aria-pressed")).toBe("true");
    await fireEvent.click(own.getByRole("button", { name: "Blue" }));
    expect(FakeSocket.last.of("team")).toMatchObject([{ team: "blue", seat: 1 }]);
    expect(group("Ann")).toBeNull();
  });

  it("lets the host arrange all teams", async () => {
    shown(0);
    await fireEvent.click(within(group("Cid")!).getByRole("button", { name: "Pink" }));
    expect(FakeSocket.last.of("team")).toMatchObject([{ team: "pink", seat: 2 }]);
  });

  it("says why the match cannot start, and does not offer the start", () => {
    shown(0, { teams: { choices: CHOICES, refusal: "Team pink has 4 players. A team has at most 3." } });
    expect(screen.getByText("Team pink has 4 players. A team has at most 3.")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Start" }).disabled).toBe(true);
  });

  it("follows an event that changes the teams", () => {
    shown(0, { teams: { choices: CHOICES, refusal: "No." } });
    const seats = [seat(0, { team: "pink" }), seat(1, { team: "blue" }), seat(2, { team: "blue" })];
    FakeSocket.last.tell({ kind: "event", event: { version: 6, at: 0, kind: "seats", status: "open", seats, teams: { choices: CHOICES, refusal: null } } });
    flushSync();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Start" }).disabled).toBe(false);
    expect(within(group("Bob")!).getByRole("button", { name: "Blue" }).getAttribute("aria-pressed")).toBe("true");
  });

  it("has no teams in other games", () => {
    shown(0, { teams: null, seats: [seat(0), seat(1), seat(2)] });
    expect(screen.queryAllByRole("group")).toEqual([]);
  });
});
