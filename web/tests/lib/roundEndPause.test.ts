import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableConnection } from "../../src/lib/tableConnection.svelte";
import type { EventInfo, Position } from "../../src/types/messages";
import { FakeSocket, moved } from "./fakeSocket";

interface View {
  isEnd: boolean;
}

let table: TableConnection;
let version = 5;

/** The next move leads to the end of a round, or on; the other player is to act, unless it is told. */
function move(isEnd: boolean, change: Partial<Position> = {}, more: Partial<EventInfo> = {}): void {
  const event = moved(++version);
  const position = { ...event.position!, view: { isEnd, version }, ...change };
  FakeSocket.last.tell({ kind: "event", event: { ...event, position, ...more } });
}

const shown = () => table.position!.move_number;

function sit(seat: number | null = 0, stepMs = 400): void {
  table = new TableConnection("t1", "token");
  FakeSocket.last.welcome({}, seat);
  table.pause.rule = { isRoundEnd: (view) => (view as View).isEnd, stepMs };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  version = 5;
});

afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the end of a round", () => {
  it("stays until the player continues, then held events follow one by one", () => {
    sit();
    move(true);
    expect(table.pause.isPaused).toBe(false);
    move(false);
    move(false);
    expect(shown()).toBe(6);
    expect(table.pause.isPaused).toBe(true);
    table.pause.resume();
    expect(table.pause.isPaused).toBe(false);
    expect(shown()).toBe(7);
    move(false);
    expect(shown()).toBe(7);
    vi.advanceTimersByTime(800);
    expect(shown()).toBe(9);
    expect(table.moves.map((one) => one.version)).toEqual([6, 7, 8, 9]);
  });

  it("waits for the player however long it takes", () => {
    sit();
    move(true);
    move(false);
    vi.advanceTimersByTime(3_600_000);
    expect(shown()).toBe(6);
    expect(table.pause.isPaused).toBe(true);
  });

  it("pauses briefly for spectators", () => {
    sit(null);
    move(true);
    move(false);
    vi.advanceTimersByTime(4000);
    expect(shown()).toBe(7);
  });

  it("holds nothing back if the player must deal", () => {
    sit();
    move(true, { to_act: [0] });
    move(false);
    expect(shown()).toBe(7);
  });

  it("does not pause against a clock", () => {
    sit();
    move(true);
    move(false);
    move(false, { to_act: [0, 1], deadline_ms: 9000 });
    expect(shown()).toBe(8);
    expect(table.pause.isPaused).toBe(false);
  });

  it("is over with the match", () => {
    sit();
    move(true);
    move(false);
    move(true, { to_act: [] }, { status: "over" });
    expect(shown()).toBe(8);
    expect(table.status).toBe("over");
  });

  it("does not pause on a hidden page", () => {
    sit();
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    move(true);
    move(false);
    expect(shown()).toBe(7);
  });

  it("lets chat through while nothing is held, and ends when the player sends a command", () => {
    sit();
    move(true);
    const saying = { version: ++version, at: 0, seat: 1, name: "Bob", text: "well played" };
    FakeSocket.last.tell({ kind: "event", event: { version, at: 0, kind: "said", status: "live", chat_message: saying } });
    expect(table.chat.map((one) => one.text)).toEqual(["well played"]);
    move(false);
    expect(table.pause.isPaused).toBe(true);
    void table.send({ kind: "say", text: "thanks" });
    expect(shown()).toBe(8);
  });

  it("of a second round pauses too", () => {
    sit(null);
    move(true);
    move(false);
    move(true);
    move(false);
    vi.advanceTimersByTime(4400);
    expect(shown()).toBe(8);
    vi.advanceTimersByTime(4400);
    expect(shown()).toBe(9);
  });

  it("gives way to a snapshot", () => {
    sit();
    move(true);
    move(false);
    FakeSocket.last.welcome({ version: 20 });
    expect(table.version).toBe(20);
    expect(table.pause.isPaused).toBe(false);
    vi.advanceTimersByTime(30_000);
    expect(table.version).toBe(20);
  });

  it("loses no time: clocks count from the arrival of the position", () => {
    sit();
    move(true);
    move(false, { now_ms: 1000 });
    vi.advanceTimersByTime(5000);
    table.pause.resume();
    expect(table.matchNow()).toBeGreaterThanOrEqual(6000);
  });
});

describe("without a rule", () => {
  it("holds nothing back", () => {
    sit();
    table.pause.rule = null;
    move(true);
    move(false);
    expect(shown()).toBe(7);
  });
});
