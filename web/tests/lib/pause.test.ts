import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableClient } from "../../src/lib/table.svelte";
import type { Happening, Position } from "../../src/types/messages";
import { FakeSocket, moved } from "./fake_socket";

interface View {
  isEnd: boolean;
}

let table: TableClient;
let version = 5;

/** The next move leads to the end of a round, or on; the other player is to act, unless it is told. */
function move(isEnd: boolean, change: Partial<Position> = {}, more: Partial<Happening> = {}): void {
  const event = moved(++version);
  const position = { ...event.position!, view: { isEnd, version }, ...change };
  FakeSocket.last.tell({ kind: "event", event: { ...event, position, ...more } });
}

const shown = () => table.position!.move_number;

function sit(seat: number | null = 0, longestMs = 20_000, stepMs = 400): void {
  table = new TableClient("t1", "token");
  FakeSocket.last.welcome({}, seat);
  table.pause.rule = { isEnd: (view) => (view as View).isEnd, longestMs, stepMs };
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
  it("stays in sight until one goes on; then what waited comes move by move", () => {
    sit();
    move(true);
    expect(table.pause.isOn).toBe(false);
    move(false);
    move(false);
    expect(shown()).toBe(6);
    expect(table.pause.isOn).toBe(true);
    table.pause.goOn();
    expect(table.pause.isOn).toBe(false);
    expect(shown()).toBe(7);
    move(false);
    expect(shown()).toBe(7);
    vi.advanceTimersByTime(800);
    expect(shown()).toBe(9);
    expect(table.moves.map((one) => one.version)).toEqual([6, 7, 8, 9]);
  });

  it("is not kept for ever", () => {
    sit();
    move(true);
    vi.advanceTimersByTime(15_000);
    move(false);
    vi.advanceTimersByTime(4999);
    expect(shown()).toBe(6);
    vi.advanceTimersByTime(1);
    expect(shown()).toBe(7);
  });

  it("is kept for whoever looks on for a short while", () => {
    sit(null);
    move(true);
    move(false);
    vi.advanceTimersByTime(4000);
    expect(shown()).toBe(7);
  });

  it("keeps nothing back if one has to deal oneself", () => {
    sit();
    move(true, { to_act: [0] });
    move(false);
    expect(shown()).toBe(7);
  });

  it("is not kept against a clock", () => {
    sit();
    move(true);
    move(false);
    move(false, { to_act: [0, 1], deadline_ms: 9000 });
    expect(shown()).toBe(8);
    expect(table.pause.isOn).toBe(false);
  });

  it("is over with the match", () => {
    sit();
    move(true);
    move(false);
    move(true, { to_act: [] }, { status: "over" });
    expect(shown()).toBe(8);
    expect(table.status).toBe("over");
  });

  it("is not kept where nobody looks", () => {
    sit();
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    move(true);
    move(false);
    expect(shown()).toBe(7);
  });

  it("lets through what is said, as long as nothing waits, and lets go when one speaks", () => {
    sit();
    move(true);
    const saying = { version: ++version, at: 0, seat: 1, name: "Bob", text: "well played" };
    FakeSocket.last.tell({ kind: "event", event: { version, at: 0, kind: "said", status: "live", saying } });
    expect(table.sayings.map((one) => one.text)).toEqual(["well played"]);
    move(false);
    expect(table.pause.isOn).toBe(true);
    void table.send({ kind: "say", text: "thanks" });
    expect(shown()).toBe(8);
  });

  it("of a second round is kept too", () => {
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
    expect(table.pause.isOn).toBe(false);
    vi.advanceTimersByTime(30_000);
    expect(table.version).toBe(20);
  });

  it("loses no time: a clock counts from when a position was heard", () => {
    sit();
    move(true);
    move(false, { now_ms: 1000 });
    vi.advanceTimersByTime(5000);
    table.pause.goOn();
    expect(table.matchNow()).toBeGreaterThanOrEqual(6000);
  });
});

describe("without a rule", () => {
  it("nothing is kept back", () => {
    sit();
    table.pause.rule = null;
    move(true);
    move(false);
    expect(shown()).toBe(7);
  });
});
