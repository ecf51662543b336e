import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../../src/lib/api";
import { TableClient } from "../../src/lib/table.svelte";
import { FakeSocket, moved, seat } from "./fake_socket";

let table: TableClient;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  table = new TableClient("t1", "token");
});

afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("coming in", () => {
  it("says hello with the token and takes the snapshot", () => {
    FakeSocket.last.welcome();
    expect(FakeSocket.last.of("hello")).toEqual([{ kind: "hello", protocol: 1, token: "token", since: null }]);
    expect(table.link).toBe("here");
    expect(table.version).toBe(5);
    expect(table.position?.legal).toEqual([1, 2]);
  });

  it("answers a ping at once", () => {
    FakeSocket.last.welcome();
    FakeSocket.last.tell({ kind: "ping", n: 7 });
    expect(FakeSocket.last.of("pong")).toEqual([{ kind: "pong", n: 7 }]);
  });

  it("gives two bots of one level different names", () => {
    const bots = [seat(0), seat(1, { name: "Steady bot" }), seat(2, { name: "Steady bot" })];
    FakeSocket.last.welcome({ seats: bots });
    expect(table.seats.map((one) => one.name)).toEqual(["Ann", "Steady bot", "Steady bot 2"]);
  });
});

describe("events", () => {
  it("follow in order and keep the position before", () => {
    FakeSocket.last.welcome();
    const first = table.position;
    FakeSocket.last.tell({ kind: "event", event: moved(6) });
    FakeSocket.last.tell({ kind: "event", event: moved(7) });
    expect(table.version).toBe(7);
    expect(table.moves.map((move) => move.version)).toEqual([6, 7]);
    expect(table.before?.view).toEqual({ n: 6 });
    expect(first?.view).toEqual({});
  });

  it("that were seen already change nothing", () => {
    FakeSocket.last.welcome();
    FakeSocket.last.tell({ kind: "event", event: moved(5) });
    expect(table.moves).toEqual([]);
  });

  it("with a gap before them ask for a snapshot instead", () => {
    FakeSocket.last.welcome();
    FakeSocket.last.tell({ kind: "event", event: moved(8) });
    expect(table.version).toBe(5);
    expect(FakeSocket.last.of("refresh")).toHaveLength(1);
  });
});

describe("commands", () => {
  it("resolve when they are kept", async () => {
    FakeSocket.last.welcome();
    const sent = table.move(2);
    const [move] = FakeSocket.last.of("move");
    expect(move).toMatchObject({ kind: "move", action: 2 });
    expect(table.pending).toBe(1);
    FakeSocket.last.tell({ kind: "ack", client_id: move!.client_id as string, version: 6 });
    await expect(sent).resolves.toBe(6);
    expect(table.pending).toBe(0);
  });

  it("reject with the server's sentence", async () => {
    FakeSocket.last.welcome();
    const sent = table.move(9);
    const client_id = FakeSocket.last.of("move")[0]!.client_id as string;
    FakeSocket.last.tell({ kind: "refused", client_id, code: "illegal", sentence: "It is not your turn." });
    await expect(sent).rejects.toMatchObject({ code: "illegal", sentence: "It is not your turn." });
  });

  it("wait for the connection", () => {
    void table.move(1);
    FakeSocket.last.open();
    expect(FakeSocket.last.of("move")).toEqual([]);
    FakeSocket.last.tell({ kind: "welcome", table: "t1", seat: 0 });
    expect(FakeSocket.last.of("move")).toHaveLength(1);
  });
});

describe("a lost connection", () => {
  it("comes back by itself, from the version one has seen", () => {
    FakeSocket.last.welcome();
    FakeSocket.last.lose();
    expect(table.link).toBe("reconnecting");
    vi.advanceTimersByTime(600);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.open();
    expect(FakeSocket.last.of("hello")[0]).toMatchObject({ since: 5 });
    FakeSocket.last.tell({ kind: "welcome", table: "t1", seat: 0 });
    expect(table.link).toBe("here");
    FakeSocket.last.tell({ kind: "event", event: moved(6) });
    expect(table.version).toBe(6);
  });

  it("resends what has no answer, by the same client id", () => {
    FakeSocket.last.welcome();
    const first = FakeSocket.last;
    void table.move(2);
    first.lose();
    vi.advanceTimersByTime(600);
    FakeSocket.last.open();
    FakeSocket.last.tell({ kind: "welcome", table: "t1", seat: 0 });
    expect(FakeSocket.last.of("move")).toEqual(first.of("move"));
  });

  it("waits longer from time to time, but not for ever", () => {
    FakeSocket.last.welcome();
    for (let n = 0; n < 8; n++) {
      FakeSocket.last.lose();
      vi.advanceTimersByTime(6300);
    }
    expect(FakeSocket.all.length).toBeGreaterThanOrEqual(9);
  });

  it("is looked after at once when the network is back", () => {
    FakeSocket.last.welcome();
    FakeSocket.last.lose();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("leaves previews without an answer", async () => {
    FakeSocket.last.welcome();
    const preview = table.preview(1);
    FakeSocket.last.lose();
    await expect(preview).resolves.toBeNull();
  });

  it("is for good when there is no such table", async () => {
    const sent = table.move(1);
    FakeSocket.last.open();
    FakeSocket.last.lose(4404);
    expect(table.link).toBe("gone");
    expect(table.farewell).toBe("There is no such table.");
    await expect(sent).rejects.toBeInstanceOf(Refusal);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("is not looked after once the table is left", () => {
    FakeSocket.last.welcome();
    table.close();
    FakeSocket.last.lose();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});
