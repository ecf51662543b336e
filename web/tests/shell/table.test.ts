import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as faces from "../../src/games";
import { api } from "../../src/lib/api";
import { Legal } from "../../src/lib/legal";
import { me } from "../../src/lib/me.svelte";
import { toasts } from "../../src/kit/toasts.svelte";
import { GuideMemory } from "../../src/shell/guide.svelte";
import Guide from "../../src/shell/parts/Guide.svelte";
import ResultCard from "../../src/shell/parts/ResultCard.svelte";
import Seats from "../../src/shell/parts/Seats.svelte";
import { statusLine } from "../../src/shell/parts/status";
import Toasts from "../../src/kit/Toasts.svelte";
import { router } from "../../src/shell/router.svelte";
import TablePage from "../../src/shell/screens/TablePage.svelte";
import type { Position, Result } from "../../src/types/messages";
import { FakeSocket, moved, seat, snapshot } from "../lib/fake_socket";
import { face, sheet } from "./sheets";

const position = (to_act: number[]): Position => ({ ...snapshot().position!, to_act });

beforeEach(() => {
  FakeSocket.all = [];
  localStorage.clear();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(api, "game").mockResolvedValue(sheet);
  vi.spyOn(api, "qr").mockResolvedValue({ svg: "<svg/>" });
  vi.spyOn(faces, "faceOf").mockResolvedValue(face);
  me.keep({ token: "token", name: "Ann", colour: "#123456" });
});

afterEach(() => {
  cleanup();
  me.forget();
  toasts.all = [];
  vi.unstubAllGlobals();
});

describe("the status line", () => {
  const seats = [seat(0), seat(1), seat(2)];
  const told = (to_act: number[], you: number | null, isRealTime = false) =>
    statusLine({ status: "live", position: position(to_act), seats, you }, isRealTime);

  it("says whose turn it is", () => {
    expect(told([0], 0)).toBe("Your turn");
    expect(told([1], 0)).toBe("Waiting for Bob…");
    expect(told([1, 2], 0)).toBe("Waiting for Bob and Cid…");
    expect(told([1], null)).toBe("Bob to move");
    expect(told([0, 1, 2], 0, true)).toBe("Go! All at once");
    const snap = { ...position([0, 1]), deadline_ms: 3000, legal: [3] };
    const verbs = [...sheet.verbs, { verb: "snap", first: 3, ranges: [4], is_race: true }];
    expect(statusLine({ status: "live", position: snap, seats, you: 0 }, true, verbs)).toBe("Snap?");
    expect(statusLine({ status: "over", position: null, seats, you: 0 }, false)).toBe("The match is over");
  });
});

describe("seats", () => {
  it("tell name, turn, note, and who is away, not by colour alone", () => {
    const seats = [seat(0), seat(1, { is_connected: false }), seat(2, { name: "Sharp bot", bot: "sharp", is_person: false })];
    render(Seats, { seats, you: 0, toAct: [2], face, view: {} });
    const [you, bob, bot] = screen.getAllByRole("listitem");
    expect(you!.getAttribute("aria-label")).toBe("Ann, you, 3 cards");
    expect(bob!.getAttribute("aria-label")).toBe("Bob, away, 4 cards");
    expect(bot!.getAttribute("aria-label")).toBe("Sharp bot, sharp bot, to move, 5 cards");
  });

  it("outlive a note that cannot be told", () => {
    const broken = { ...face, seatNote: () => { throw new Error("odd view"); } };
    render(Seats, { seats: [seat(0)], you: 0, toAct: [], face: broken, view: {} });
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

  it("lets whoever has no seat take a free one", async () => {
    await open([seat(0), seat(1, { name: null })], null);
    await fireEvent.click(screen.getByRole("button", { name: "Sit here" }));
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

  it("tells what differs from the usual rules, and what that means", async () => {
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

  it("sends the number of a move and shows why it was refused", async () => {
    render(Toasts);
    await play();
    await fireEvent.click(screen.getByRole("button", { name: "two" }));
    const [move] = FakeSocket.last.of("move");
    expect(move).toMatchObject({ action: 2 });
    expect(screen.queryByRole("button", { name: "two" })).toBeNull();
    FakeSocket.last.tell({ kind: "refused", client_id: move!.client_id as string, code: "no", sentence: "That box is taken." });
    expect((await screen.findByRole("alert")).textContent).toContain("That box is taken.");
    expect(await screen.findByRole("button", { name: "two" })).toBeTruthy();
  });

  it("tells what happened with the names of the table", async () => {
    await play();
    FakeSocket.last.tell({ kind: "event", event: moved(6, "Player 2 draws a card.") });
    flushSync();
    expect(screen.getAllByText("Bob draws a card.").length).toBeGreaterThan(0);
    expect(screen.getByTestId("status").textContent).toBe("Waiting for Bob…");
  });

  it("says in the title that it is one's turn", async () => {
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

  it("tells loud news in a note too", async () => {
    vi.spyOn(faces, "faceOf").mockResolvedValue({ ...face, isLoud: (view: { n: number }) => view.n === 7 });
    await play();
    FakeSocket.last.tell({ kind: "event", event: moved(6, "Player 2 draws.") });
    flushSync();
    expect(toasts.all).toEqual([]);
    FakeSocket.last.tell({ kind: "event", event: moved(7, "Player 2 calls wrongly.") });
    flushSync();
    expect(toasts.all.map((one) => one.text)).toEqual(["Bob calls wrongly."]);
  });

  it("keeps the end of a round until one goes on", async () => {
    vi.spyOn(faces, "faceOf").mockResolvedValue({ ...face, isRoundEnd: (view: { n: number }) => view.n === 6 });
    await play();
    FakeSocket.last.tell({ kind: "event", event: moved(6, "Player 2 wins the round.") });
    flushSync();
    expect(screen.queryByRole("button", { name: "Go on" })).toBeNull();
    FakeSocket.last.tell({ kind: "event", event: moved(7, "Player 2 deals.") });
    flushSync();
    expect(screen.getAllByText("Bob wins the round.").length).toBeGreaterThan(0);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Go on" }));
    await fireEvent.keyDown(window, { key: "x" });
    expect(screen.getAllByText("Bob deals.").length).toBeGreaterThan(0);
    expect(screen.queryByRole("button", { name: "Go on" })).toBeNull();
  });

  it("follows a rematch that begins while one is here", async () => {
    await play({ status: "over", result: { reason: "finished", scores: [4, 8], returns: [-1, 1], winners: [1], seed: null, salt: null } });
    await fireEvent.click(screen.getByRole("button", { name: "Rematch" }));
    expect(FakeSocket.last.of("rematch")).toHaveLength(1);
    FakeSocket.last.tell({ kind: "event", event: { version: 6, at: 0, kind: "renewed", status: "over", rematch: "t2" } });
    flushSync();
    expect(router.path).toBe("/table/t2");
    router.go("/");
  });

  it("tells that a table is not there", async () => {
    render(TablePage, { id: "t1" });
    FakeSocket.last.open();
    FakeSocket.last.lose(4404);
    flushSync();
    expect(screen.getByRole("heading", { name: "There is no such table." })).toBeTruthy();
  });
});

describe("the result", () => {
  const result: Result = { reason: "finished", scores: [4, 8, 6], returns: [-1, 1, -1], winners: [1], seed: "00".repeat(32), salt: "11".repeat(16) };
  const props = (change: Partial<Result> = {}, you: number | null = 0) => ({
    id: "t1",
    result: { ...result, ...change },
    seats: [seat(0), seat(1), seat(2)],
    you,
    commitment: "ab",
    face,
    view: {},
    onrematch: () => {},
    rematch: null,
  });

  it("names the winner, and the others by how near they came", () => {
    render(ResultCard, props());
    expect(screen.getByRole("heading", { name: "Bob wins" })).toBeTruthy();
    const names = within(screen.getByRole("region", { name: "Result" })).getAllByRole("listitem");
    expect(names.map((line) => line.textContent!.replace(/\s+/g, " ").trim())).toEqual([
      expect.stringMatching(/Bobwinner ?8/),
      expect.stringMatching(/Cid ?6/),
      expect.stringMatching(/You ?4/),
    ]);
  });

  it("knows one's own win, shared wins and early ends", () => {
    render(ResultCard, props({}, 1));
    expect(screen.getByRole("heading", { name: "You win!" })).toBeTruthy();
    cleanup();
    render(ResultCard, props({ winners: [1, 2] }));
    expect(screen.getByRole("heading", { name: "Bob and Cid share the win" })).toBeTruthy();
    cleanup();
    render(ResultCard, { ...props({ scores: [4, 4], winners: [0, 1] }), seats: [seat(0), seat(1)] });
    expect(screen.getByRole("heading", { name: "A draw: you share the win" })).toBeTruthy();
    cleanup();
    render(ResultCard, props({ reason: "aborted", winners: [] }));
    expect(screen.getByRole("heading", { name: "The match was ended early" })).toBeTruthy();
  });

  it("explains the points in a real table", () => {
    render(ResultCard, props());
    const table = screen.getByRole("table", { name: "Points by group" });
    expect(within(table).getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual(["Ann", "Bob"]);
    expect(within(table).getAllByRole("rowheader").map((cell) => cell.textContent)).toEqual(["Run", "Total"]);
  });

  it("checks the promise here and the log at the server", async () => {
    vi.spyOn(api, "log").mockResolvedValue("the log");
    const verify = vi.spyOn(api, "verify").mockResolvedValue({ is_valid: true, sentence: "Every line holds." });
    render(ResultCard, props());
    await fireEvent.click(screen.getByRole("button", { name: "Verify the shuffle" }));
    expect(screen.getByText("The shuffle is not the one that was promised.")).toBeTruthy();
    expect(await screen.findByText("Every line holds.")).toBeTruthy();
    expect(verify).toHaveBeenCalledWith("the log");
  });
});

describe("the guide", () => {
  const verbs = sheet.verbs;
  const show = (memory: GuideMemory, legal: number[] = [0]) =>
    render(Guide, { lessons: face.lessons, view: {}, legal: new Legal(verbs, legal), you: 0, board: document.body, memory });

  it("shows the first lesson that applies, then the next", async () => {
    show(new GuideMemory("dot_nine"));
    expect(screen.getByText("Draw a card first.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Got it" }));
    expect(screen.getByText("Now the others play.")).toBeTruthy();
    expect(new GuideMemory("dot_nine").seen).toEqual(["draw"]);
  });

  it("does not take a tap that was there before it", async () => {
    show(new GuideMemory("dot_nine"));
    await fireEvent.click(screen.getByRole("button", { name: "Got it" }), { detail: 1 });
    expect(screen.getByText("Draw a card first.")).toBeTruthy();
  });

  it("stays under a finger even if its moment passes, and the finger means what it saw", async () => {
    const memory = new GuideMemory("dot_nine");
    const { rerender } = show(memory);
    await fireEvent.pointerDown(screen.getByRole("button", { name: "Got it" }));
    await rerender({ legal: new Legal(verbs, []) });
    expect(screen.getByText("Draw a card first.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Got it" }));
    expect(memory.seen).toEqual(["draw"]);
  });

  it("goes away when its moment has passed", async () => {
    const { rerender } = show(new GuideMemory("dot_nine"));
    await rerender({ legal: new Legal(verbs, []) });
    expect(screen.queryByText("Draw a card first.")).toBeNull();
  });

  it("leaves out what does not apply", () => {
    show(new GuideMemory("dot_nine"), []);
    expect(screen.queryByText("Draw a card first.")).toBeNull();
  });

  it("is silent for good once one had enough, until it is asked for", async () => {
    show(new GuideMemory("dot_nine"));
    await fireEvent.click(screen.getByRole("button", { name: "Do not show again" }));
    expect(screen.queryByRole("complementary", { name: "Guide" })).toBeNull();
    const later = new GuideMemory("dot_nine");
    expect(later.isDone).toBe(true);
    later.restart();
    expect(new GuideMemory("dot_nine")).toMatchObject({ isDone: false, seen: [] });
  });

  it("is over with the first match", async () => {
    render(TablePage, { id: "t1" });
    FakeSocket.last.welcome({ status: "over", result: { reason: "finished", scores: [1, 0], returns: [1, -1], winners: [0], seed: null, salt: null } });
    await screen.findByRole("heading", { name: "You win!" });
    expect(new GuideMemory("dot_tiles").isDone).toBe(true);
  });
});
