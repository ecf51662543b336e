import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as loader from "../../src/games/loadGameUi";
import { api } from "../../src/lib/api";
import { LegalActions } from "../../src/lib/legalActions";
import { preferences } from "../../src/lib/preferences.svelte";
import { localPlayer } from "../../src/lib/localPlayer.svelte";
import { toasts } from "../../src/kit/toasts.svelte";
import { GuideProgress } from "../../src/shell/guide/guideProgress.svelte";
import FirstMatchGuide from "../../src/shell/guide/FirstMatchGuide.svelte";
import MatchStatus from "../../src/shell/match/MatchStatus.svelte";
import SeatList from "../../src/shell/match/SeatList.svelte";
import { turnStatus } from "../../src/shell/match/turnStatus";
import Toasts from "../../src/kit/Toasts.svelte";
import { router } from "../../src/shell/router.svelte";
import TablePage from "../../src/shell/pages/TablePage.svelte";
import type { Position } from "../../src/types/messages";
import { FakeSocket, moved, seat, snapshot } from "../lib/fakeSocket";
import { gameUi, details } from "./fixtures";

const position = (to_act: number[]): Position => ({ ...snapshot().position!, to_act });

beforeEach(() => {
  FakeSocket.all = [];
  localStorage.clear();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(api, "game").mockResolvedValue(details);
  vi.spyOn(api, "qrCode").mockResolvedValue({ svg: "<svg/>" });
  vi.spyOn(loader, "loadGameUi").mockResolvedValue(gameUi);
  localPlayer.store({ token: "token", name: "Ann", colour: "#123456" });
});

afterEach(() => {
  cleanup();
  localPlayer.clear();
  toasts.all = [];
  vi.unstubAllGlobals();
});

describe("the status line", () => {
  const seats = [seat(0), seat(1), seat(2)];
  const told = (to_act: number[], you: number | null, isRealTime = false) =>
    turnStatus({ status: "live", position: position(to_act), seats, you }, isRealTime);

  it("says whose turn it is", () => {
    expect(told([0], 0)).toBe("Your turn");
    expect(told([1], 0)).toBe("Waiting for Bob…");
    expect(told([1, 2], 0)).toBe("Waiting for Bob and Cid…");
    expect(told([1], null)).toBe("Bob to move");
    expect(told([0, 1, 2], 0, true)).toBe("Go! All at once");
    const snap = { ...position([0, 1]), deadline_ms: 3000, legal: [3] };
    const verbs = [...details.verbs, { verb: "snap", first: 3, ranges: [4], is_race: true }];
    expect(turnStatus({ status: "live", position: snap, seats, you: 0 }, true, verbs)).toBe("Snap?");
    expect(turnStatus({ status: "over", position: null, seats, you: 0 }, false)).toBe("The match is over");
  });
});

it("the status line says 'Get ready' until play begins", async () => {
  vi.useFakeTimers();
  const props = { text: "Go! All at once", isMine: true, deadline: null, startsAt: 3000 };
  render(MatchStatus, { ...props, now: () => 1000 });
  expect(screen.getByTestId("status").textContent).toBe("Get ready…");
  await vi.advanceTimersByTimeAsync(2000);
  expect(screen.getByTestId("status").textContent).toBe("Go! All at once");
  vi.useRealTimers();
});

describe("seats", () => {
  it("show name, turn, note and absence, not by colour alone", () => {
    const seats = [seat(0), seat(1, { is_connected: false }), seat(2, { name: "Sharp bot", bot: "sharp", is_person: false })];
    render(SeatList, { seats, you: 0, toAct: [2], gameUi, view: {} });
    const [you, bob, bot] = screen.getAllByRole("listitem");
    expect(you!.getAttribute("aria-label")).toBe("Ann, you, 3 cards");
    expect(bob!.getAttribute("aria-label")).toBe("Bob, away, 4 cards");
    expect(bot!.getAttribute("aria-label")).toBe("Sharp bot, sharp bot, to move, 5 cards");
  });

  it("keep the points of an absent player in view", () => {
    render(SeatList, { seats: [seat(0, { is_connected: false })], you: null, toAct: [], gameUi: { ...gameUi, seatNote: () => "7 points" }, view: {} });
    expect(document.querySelector(".note")!.textContent!.replace(/\s+/g, " ").trim()).toBe("7 points, away");
  });

  it("says at the seat that its player has left", () => {
    const seats = [seat(0), seat(1, { name: "Ben", bot: "steady", is_person: false, has_left: true })];
    render(SeatList, { seats, you: 0, toAct: [], gameUi: null, view: null });
    const [, left] = screen.getAllByRole("listitem");
    expect(left!.getAttribute("aria-label")).toBe("Ben, steady bot, left the match");
    expect(left!.textContent).toContain("left");
  });

  it("survive an error in a note", () => {
    const broken = { ...gameUi, seatNote: () => { throw new Error("odd view"); } };
    render(SeatList, { seats: [seat(0)], you: 0, toAct: [], gameUi: broken, view: {} });
    expect(screen.getByText("You")).toBeTruthy();
  });
});

describe("a table before the start", () => {
  const open = async (seats = [seat(0), seat(1, { name: null })], you: number | null = 0) => {
    render(TablePage, { id: "t1" });
    FakeSocket.last.welcome({ status: "open", position: null, seats, you }, you);
    await screen.findByRole("region", { name: "Seats" });
  };

  it("lets the host add a bot, and start only when all seats are taken", async () => {
    await open();
    expect((screen.getByRole("button", { name: "Start" }) as HTMLButtonElement).disabled).toBe(true);
    await fireEvent.click(screen.getByRole("button", { name: "Bot" }));
    const dialog = screen.getByRole("dialog", { name: "Add a bot" });
    await fireEvent.click(within(dialog).getByRole("radio", { name: /Casual/ }));
    await fireEvent.click(within(dialog).getByRole("button", { name: "Add" }));
    expect(FakeSocket.last.of("seatbot")[0]).toMatchObject({ level: "casual", seat: 1 });
    FakeSocket.last.tell({
      kind: "event",
      event: { version: 6, at: 0, kind: "seats", status: "open", seats: [seat(0), seat(1, { bot: "casual", is_person: false, is_ready: true })] },
    });
    flushSync();
    await fireEvent.click(screen.getByRole("button", { name: "Start" }));
    expect(FakeSocket.last.of("start")).toHaveLength(1);
  });

  it("lets a guest say that they are ready, and nothing of the host's", async () => {
    await open([seat(0), seat(1)], 1);
    expect(screen.queryByRole("button", { name: "Start" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Free the seat/ })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "I am ready" }));
    expect(FakeSocket.last.of("ready")[0]).toMatchObject({ is_ready: true });
  });

  it("invites a visitor by the name of the host, with one button to join", async () => {
    await open([seat(0, { is_host: true }), seat(1, { name: null })], null);
    expect(screen.getByRole("heading", { name: "Ann invites you to Dot Nine" })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Join" }));
    await vi.waitFor(() => expect(FakeSocket.last.of("sit")[0]).toMatchObject({ seat: 1 }));
  });

  it("starts at once where only bots play a rematch", async () => {
    render(TablePage, { id: "t1" });
    const bot = seat(1, { name: "Steady bot", bot: "steady", is_person: false, is_ready: true });
    FakeSocket.last.welcome({ status: "open", position: null, seats: [seat(0), bot], rematch_of: "t0" });
    await vi.waitFor(() => expect(FakeSocket.last.of("start")).toHaveLength(1));
  });

  it("waits for people, also in a rematch", async () => {
    render(TablePage, { id: "t1" });
    FakeSocket.last.welcome({ status: "open", position: null, seats: [seat(0), seat(1)], rematch_of: "t0" });
    await screen.findByRole("button", { name: "Start" });
    expect(FakeSocket.last.of("start")).toEqual([]);
  });

  it("lists options that differ from the defaults, with help", async () => {
    render(TablePage, { id: "t1" });
    FakeSocket.last.welcome({ status: "open", position: null, options: "snap-seconds=5 memory=on side=dark" });
    await screen.findByRole("region", { name: "Seats" });
    expect(screen.getByText("Snap seconds")).toBeTruthy();
    expect(screen.getByText("Seconds to snap a card.")).toBeTruthy();
    for (const usual of ["Side", "Memory"]) expect(screen.queryByText(usual)).toBeNull();
  });

  it("shows link and code of the invitation", async () => {
    await open();
    expect((screen.getByRole("textbox", { name: "Link" }) as HTMLInputElement).value).toBe(`${location.origin}/table/t1`);
    expect(await screen.findByAltText("QR code of the link")).toBeTruthy();
  });
});

describe("a match", () => {
  const play = async (change = {}, you: number | null = 0) => {
    render(TablePage, { id: "t1" });
    FakeSocket.last.welcome(change, you);
    await screen.findByTestId("status");
  };

  it("sends the number of a move and shows why it was rejected", async () => {
    render(Toasts);
    await play();
    await fireEvent.click(await screen.findByRole("button", { name: "two" }));
    const [move] = FakeSocket.last.of("move");
    expect(move).toMatchObject({ action: 2 });
    expect(screen.queryByRole("button", { name: "two" })).toBeNull();
    FakeSocket.last.tell({ kind: "refused", client_id: move!.client_id as string, code: "no", sentence: "That box is taken." });
    expect((await screen.findByRole("alert")).textContent).toContain("That box is taken.");
    expect(await screen.findByRole("button", { name: "two" })).toBeTruthy();
  });

  it("narrates moves with the names of the players", async () => {
    await play();
    FakeSocket.last.tell({ kind: "event", event: moved(6, [{ code: "drawn", args: { seat: 1 } }]) });
    flushSync();
    expect(screen.getAllByText("Bob draws a card.").length).toBeGreaterThan(0);
    expect(screen.getByTestId("status").textContent).toBe("Waiting for Bob…");
  });

  it("shows the move before the last one above it, not to be read out again", async () => {
    await play();
    FakeSocket.last.tell({ kind: "event", event: moved(6, [{ code: "drawn", args: { seat: 0 } }]) });
    FakeSocket.last.tell({ kind: "event", event: moved(7, [{ code: "drawn", args: { seat: 1 } }]) });
    flushSync();
    expect(document.querySelector(".last-move [aria-live]")?.textContent).toBe("Bob draws a card.");
    expect(document.querySelector(".last-move [aria-hidden]")?.textContent).toBe("You draw a card.");
  });

  it("shows the player's turn in the title", async () => {
    await play();
    expect(document.title).toBe("● Your turn · Dot Nine · Dottable");
    FakeSocket.last.tell({ kind: "event", event: moved(6) });
    flushSync();
    expect(document.title).toBe("Dot Nine · Dottable");
  });

  it("says when the connection is lost, and offers nothing meanwhile", async () => {
    await play();
    FakeSocket.last.lose();
    flushSync();
    expect(screen.getByText(/Reconnecting…/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "two" })).toBeNull();
  });

  it("shows notable moves in a toast", async () => {
    vi.spyOn(loader, "loadGameUi").mockResolvedValue({ ...gameUi, isNotableMove: (view: { n: number }) => view.n === 7 });
    await play();
    FakeSocket.last.tell({ kind: "event", event: moved(6, "Bob draws.") });
    flushSync();
    expect(toasts.all).toEqual([]);
    FakeSocket.last.tell({ kind: "event", event: moved(7, "Bob calls wrongly.") });
    flushSync();
    expect(toasts.all.map((one) => one.text)).toEqual(["Bob calls wrongly."]);
  });

  it("shows the end of a round until the player continues", async () => {
    vi.spyOn(loader, "loadGameUi").mockResolvedValue({ ...gameUi, isRoundEnd: (view: { n: number }) => view.n === 6 });
    await play();
    FakeSocket.last.tell({ kind: "event", event: moved(6, "Bob wins the round.") });
    flushSync();
    expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
    FakeSocket.last.tell({ kind: "event", event: moved(7, "Bob deals.") });
    flushSync();
    expect(screen.getAllByText("Bob wins the round.").length).toBeGreaterThan(0);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Continue" }));
    await fireEvent.keyDown(window, { key: "x" });
    expect(screen.getAllByText("Bob deals.").length).toBeGreaterThan(0);
    expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
  });

  it("shows the last position before the result, with the rematch in the place of the round button", async () => {
    await play();
    vi.useFakeTimers();
    const result = { reason: "finished" as const, scores: [4, 8], returns: [-1, 1], winners: [1], seed: null, salt: null };
    FakeSocket.last.tell({ kind: "event", event: { version: 6, at: 0, kind: "ended", status: "over", result } });
    await vi.advanceTimersByTimeAsync(3900);
    expect(screen.queryByRole("region", { name: "Result" })).toBeNull();
    await vi.advanceTimersByTimeAsync(200);
    expect(screen.getByRole("region", { name: "Result" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Rematch" }).closest(".continue.fresh")).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1000);
    expect(document.querySelector(".continue.fresh")).toBeNull();
    vi.useRealTimers();
  });

  it("shows the result at a tap on the last position, but not at one that was meant for the match", async () => {
    await play();
    vi.useFakeTimers();
    const result = { reason: "finished" as const, scores: [4, 8], returns: [-1, 1], winners: [1], seed: null, salt: null };
    FakeSocket.last.tell({ kind: "event", event: { version: 6, at: 0, kind: "ended", status: "over", result } });
    await vi.advanceTimersByTimeAsync(500);
    const board = document.querySelector("main")!;
    await fireEvent.click(board);
    expect(screen.queryByRole("region", { name: "Result" })).toBeNull();
    await vi.advanceTimersByTimeAsync(700);
    await fireEvent.click(board);
    expect(screen.getByRole("region", { name: "Result" })).toBeTruthy();
    vi.useRealTimers();
  });

  it("marks nobody as to act while the end of a round is shown", async () => {
    const roundOutcome = ({ n }: { n: number }) => (n === 6 ? { winners: [1], points: [0, 5] } : null);
    vi.spyOn(loader, "loadGameUi").mockResolvedValue({ ...gameUi, roundOutcome });
    await play();
    expect(document.querySelectorAll(".chip.acts")).toHaveLength(1);
    FakeSocket.last.tell({ kind: "event", event: moved(6, "Bob wins the round.") });
    flushSync();
    expect(document.querySelectorAll(".chip.acts")).toHaveLength(0);
  });

  it("lets a bot deal only when the player continues, at a table that waits", async () => {
    vi.spyOn(loader, "loadGameUi").mockResolvedValue({ ...gameUi, isRoundEnd: () => true, startsAtMs: () => null });
    vi.spyOn(api, "game").mockResolvedValue({ ...details, is_real_time: true });
    await play({ settings: { waits_between_rounds: true }, seats: [seat(0), seat(1, { bot: "newcomer", is_person: false })], position: position([1]) });
    await fireEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(FakeSocket.last.of("ready")).toHaveLength(1);
    FakeSocket.last.tell({ kind: "event", event: moved(6, "Bob deals.") });
    flushSync();
    expect(screen.getAllByText("Bob deals.").length).toBeGreaterThan(0); // at once: the countdown runs
  });

  it("tells the server's reason on a card that is tapped after the time to snap", async () => {
    const verbs = [...details.verbs, { verb: "snap", first: 3, ranges: [4], is_race: true }];
    vi.spyOn(api, "game").mockResolvedValue({ ...details, verbs });
    vi.spyOn(loader, "loadGameUi").mockResolvedValue({ ...gameUi, suggestionTargets: ({ verb, args }) => [`[data-spot="${verb}-${args[0]}"]`] });
    await play({ position: { ...position([0, 1]), deadline_ms: 3000, legal: [4], words: ["snap"] } });
    await waitFor(() => expect(document.querySelector(".board")).not.toBeNull());
    const card = document.querySelector(".board")!.appendChild(document.createElement("span"));
    card.dataset.piece = "";
    card.dataset.spot = "snap-1";
    const tap = () => {
      for (const kind of ["pointerdown", "pointerup"]) card.dispatchEvent(new PointerEvent(kind, { bubbles: true, isPrimary: true }));
    };
    FakeSocket.last.tell({ kind: "event", event: moved(6) });
    flushSync();
    tap();
    const [asked] = await waitFor(() => {
      expect(FakeSocket.last.of("preview")).toHaveLength(1);
      return FakeSocket.last.of("preview");
    });
    expect(asked).toMatchObject({ action: 4 });
    FakeSocket.last.tell({ kind: "refused", client_id: asked!.client_id as string, code: "rules", sentence: "Too late: the time to snap is over." });
    await waitFor(() => expect(document.querySelector(".unavailable-hint")?.textContent).toBe("Too late: the time to snap is over."));
    document.querySelector(".unavailable-hint")!.remove();
  });

  it("has a switch for the sound, a way back from leaving, and no advice for hosts on a phone", async () => {
    const media = vi.spyOn(window, "matchMedia").mockReturnValue({ matches: false } as MediaQueryList);
    await play();
    await fireEvent.click(screen.getAllByRole("button", { name: "Menu" })[0]!);
    expect(screen.getByRole("switch", { name: "Sound" }).getAttribute("aria-checked")).toBe("false");
    expect(screen.queryByText(/serve --lan/)).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Leave the match…" }));
    await fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("button", { name: "Yes, give up my seat" })).toBeNull();
    media.mockRestore();
  });

  it("follows a rematch that begins while the page is open", async () => {
    await play({ status: "over", result: { reason: "finished", scores: [4, 8], returns: [-1, 1], winners: [1], seed: null, salt: null } });
    await fireEvent.click(screen.getByRole("button", { name: "Rematch" }));
    expect(FakeSocket.last.of("rematch")).toHaveLength(1);
    FakeSocket.last.tell({ kind: "event", event: { version: 6, at: 0, kind: "rematch", status: "over", rematch: "t2" } });
    flushSync();
    expect(router.path).toBe("/table/t2");
    router.go("/");
  });

  it("asks for a rematch at once if the link says so", async () => {
    history.replaceState(null, "", "/table/t1?rematch");
    await play({ status: "over", result: { reason: "finished", scores: [4, 8], returns: [-1, 1], winners: [1], seed: null, salt: null } });
    const [asked] = await waitFor(() => {
      expect(FakeSocket.last.of("rematch")).toHaveLength(1);
      return FakeSocket.last.of("rematch");
    });
    expect(location.search).toBe("");
    FakeSocket.last.tell({ kind: "event", event: { version: 6, at: 0, kind: "rematch", status: "over", rematch: "t2" } });
    FakeSocket.last.tell({ kind: "ack", client_id: asked!.client_id as string, version: 6 });
    await waitFor(() => expect(router.path).toBe("/table/t2"));
    router.go("/");
  });

  it("lets a board count the last round before the result", async () => {
    vi.spyOn(loader, "loadGameUi").mockResolvedValue({ ...gameUi, finalCountMs: 6000 });
    vi.spyOn(preferences, "allowsMotion", "get").mockReturnValue(true);
    await play();
    vi.useFakeTimers();
    const result = { reason: "finished" as const, scores: [4, 8], returns: [-1, 1], winners: [1], seed: null, salt: null };
    FakeSocket.last.tell({ kind: "event", event: { ...moved(6, "Bob wins."), status: "over", result } });
    flushSync();
    await vi.advanceTimersByTimeAsync(5900);
    expect(screen.queryByRole("button", { name: "Rematch" })).toBeNull();
    await vi.advanceTimersByTimeAsync(200);
    expect(screen.getByRole("button", { name: "Rematch" })).toBeTruthy();
    vi.useRealTimers();
  });

  it("reports that a table does not exist", async () => {
    render(TablePage, { id: "t1" });
    FakeSocket.last.open();
    FakeSocket.last.lose(4404);
    flushSync();
    expect(screen.getByRole("heading", { name: "This table does not exist." })).toBeTruthy();
  });
});

it("a table that does not open within ten seconds offers to try again", async () => {
  vi.useFakeTimers();
  try {
    render(TablePage, { id: "t1" });
    FakeSocket.last.open();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    await vi.advanceTimersByTimeAsync(10_000);
    await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(FakeSocket.all).toHaveLength(2);
    expect(screen.getByRole("status").textContent).toContain("Loading the table");
  } finally {
    vi.useRealTimers();
  }
});

describe("the guide", () => {
  it("shows the last moves under its lessons, and in their place until the board may move", async () => {
    const roundOutcome = ({ n }: { n: number }) => (n === 9 ? { winners: [], points: [] } : null);
    vi.spyOn(loader, "loadGameUi").mockResolvedValue({ ...gameUi, roundOutcome });
    vi.stubGlobal("innerWidth", 390);
    render(TablePage, { id: "t1" });
    FakeSocket.last.welcome();
    await waitFor(() => expect(document.querySelector(".notes.guided .lesson")).not.toBeNull());
    expect(document.querySelector(".seats")).not.toBeNull();
    for (const version of [6, 7, 8]) FakeSocket.last.tell({ kind: "event", event: moved(version, `Move ${version}.`) });
    flushSync();
    expect(document.querySelector(".notes.guided .last-move [aria-live]")?.textContent).toBe("Move 8.");
    await fireEvent.click(screen.getByRole("button", { name: "Do not show again" }));
    await waitFor(() => expect(document.querySelector(".lesson")).toBeNull());
    const earlier = [...document.querySelectorAll(".notes.guided .earlier")].map((line) => line.textContent);
    expect(earlier.slice(0, 2)).toEqual(["Move 7.", "Move 6."]);
    FakeSocket.last.tell({ kind: "event", event: moved(9, "The round is over.") });
    await waitFor(() => expect(document.querySelector(".notes.guided")).toBeNull());
    expect(document.querySelectorAll(".notes .earlier")).toHaveLength(1);
  });

  const verbs = details.verbs;
  const show = (guideProgress: GuideProgress, legal: number[] = [0]) =>
    render(FirstMatchGuide, { lessons: gameUi.lessons, view: {}, legal: new LegalActions(verbs, legal), you: 0, ownMoves: 0, board: document.body, slot: document.body, guideProgress });

  it("shows the first lesson that applies, then the next", async () => {
    show(new GuideProgress("dot_nine"));
    expect(screen.getByText("Draw a card first.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Got it" }));
    expect(screen.getByText("Now the others play.")).toBeTruthy();
    expect(new GuideProgress("dot_nine").seen).toEqual(["draw"]);
  });

  it("ignores a tap that began before it appeared", async () => {
    show(new GuideProgress("dot_nine"));
    await fireEvent.click(screen.getByRole("button", { name: "Got it" }), { detail: 1 });
    expect(screen.getByText("Draw a card first.")).toBeTruthy();
  });

  it("stays under a finger that presses it, even if it no longer applies", async () => {
    const guideProgress = new GuideProgress("dot_nine");
    const { rerender } = show(guideProgress);
    await fireEvent.pointerDown(screen.getByRole("button", { name: "Got it" }));
    await rerender({ legal: new LegalActions(verbs, []) });
    expect(screen.getByText("Draw a card first.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Got it" }));
    expect(guideProgress.seen).toEqual(["draw"]);
  });

  it("disappears when it no longer applies", async () => {
    const { rerender } = show(new GuideProgress("dot_nine"));
    await rerender({ legal: new LegalActions(verbs, []) });
    expect(screen.queryByText("Draw a card first.")).toBeNull();
  });

  it("drops with the next own move what was shown since the last one, also if another lesson came in between", async () => {
    const guideProgress = new GuideProgress("dot_nine");
    const { rerender } = show(guideProgress, []);
    expect(screen.getByText("Now the others play.")).toBeTruthy();
    await rerender({ legal: new LegalActions(verbs, [0]) });
    expect(screen.getByText("Draw a card first.")).toBeTruthy();
    await rerender({ legal: new LegalActions(verbs, []), ownMoves: 1 });
    expect(document.querySelector(".lesson")).toBeNull();
    expect(guideProgress.seen).toEqual(["wait", "draw"]);
  });

  it("skips a lesson on a move that the player has already made", () => {
    const guideProgress = new GuideProgress("dot_nine");
    render(FirstMatchGuide, { lessons: gameUi.lessons, view: {}, legal: new LegalActions(verbs, [0]), you: 0, ownMoves: 1, playedVerbs: new Set(["draw"]), board: document.body, slot: document.body, guideProgress });
    expect(screen.getByText("Now the others play.")).toBeTruthy();
  });

  it("puts a thin ring around what it only explains", async () => {
    const target = document.body.appendChild(document.createElement("div"));
    target.id = "target";
    vi.spyOn(target, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 50, 50));
    const lessons = gameUi.lessons.map((one) => ({ ...one, target: "#target" }));
    const guideProgress = new GuideProgress("dot_nine");
    const { rerender } = render(FirstMatchGuide, { lessons, view: {}, legal: new LegalActions(verbs, [0]), you: 0, ownMoves: 0, board: document.body, slot: document.body, guideProgress });
    await waitFor(() => expect(document.querySelector(".ring:not(.thin)")).not.toBeNull());
    await rerender({ legal: new LegalActions(verbs, []) });
    await waitFor(() => expect(document.querySelector(".ring.thin")).not.toBeNull());
    target.remove();
  });

  it("leaves out what does not apply", () => {
    show(new GuideProgress("dot_nine"), []);
    expect(screen.queryByText("Draw a card first.")).toBeNull();
  });

  it("stays hidden after 'Do not show again', until restarted", async () => {
    show(new GuideProgress("dot_nine"));
    await fireEvent.click(screen.getByRole("button", { name: "Do not show again" }));
    expect(screen.queryByRole("complementary", { name: "FirstMatchGuide" })).toBeNull();
    const later = new GuideProgress("dot_nine");
    expect(later.isDone).toBe(true);
    later.restart();
    expect(new GuideProgress("dot_nine")).toMatchObject({ isDone: false, seen: [] });
  });

  it("is over with the first match", async () => {
    render(TablePage, { id: "t1" });
    FakeSocket.last.welcome({ status: "over", result: { reason: "finished", scores: [1, 0], returns: [1, -1], winners: [0], seed: null, salt: null } });
    await screen.findByRole("heading", { name: /^You win!/ });
    expect(new GuideProgress("dot_tiles").isDone).toBe(true);
  });
});
