import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../src/lib/api";
import { TableConnection } from "../../src/lib/tableConnection.svelte";
import { FakeSocket, moved, seat } from "./fakeSocket";

let table: TableConnection;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  table = new TableConnection("t1", "token");
});

afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("connecting", () => {
  it("says hello with the token and takes the snapshot", () => {
    FakeSocket.last.welcome();
    expect(FakeSocket.last.of("hello")).toEqual([{ kind: "hello", protocol: 2, token: "token", since: null }]);
    expect(table.connection).toBe("connected");
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

describe("a server that does not answer", () => {
  it("to a command is asked again on a new connection, for a snapshot too", async () => {
    FakeSocket.last.welcome();
    const move = table.move(3);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.welcome({ version: 5 });
    expect(FakeSocket.last.of("hello")[0]).toMatchObject({ since: null });
    expect(FakeSocket.last.of("move")).toHaveLength(1);
    FakeSocket.last.tell({ kind: "ack", client_id: FakeSocket.last.of("move")[0]!.client_id as string, version: 6 });
    expect(await move).toBe(6);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("to a gap between events is left, and a snapshot asked for", async () => {
    FakeSocket.last.welcome();
    FakeSocket.last.tell({ kind: "event", event: moved(8) });
    expect(FakeSocket.last.of("refresh")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.welcome({ version: 8 });
    expect(FakeSocket.last.of("hello")[0]).toMatchObject({ since: null });
    expect(table.version).toBe(8);
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
    expect(table.previousPosition?.view).toEqual({ n: 6 });
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
    expect(table.pendingCount).toBe(1);
    FakeSocket.last.tell({ kind: "ack", client_id: move!.client_id as string, version: 6 });
    await expect(sent).resolves.toBe(6);
    expect(table.pendingCount).toBe(0);
  });

  it("reject with the server's message", async () => {
    FakeSocket.last.welcome();
    const sent = table.move(9);
    const client_id = FakeSocket.last.of("move")[0]!.client_id as string;
    FakeSocket.last.tell({ kind: "refused", client_id, code: "illegal", sentence: "It is not your turn." });
    await expect(sent).rejects.toMatchObject({ code: "illegal", message: "It is not your turn." });
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
  it("reconnects from the last version seen", () => {
    FakeSocket.last.welcome();
    FakeSocket.last.lose();
    expect(table.connection).toBe("reconnecting");
    vi.advanceTimersByTime(600);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.open();
    expect(FakeSocket.last.of("hello")[0]).toMatchObject({ since: 5 });
    FakeSocket.last.tell({ kind: "welcome", table: "t1", seat: 0 });
    expect(table.connection).toBe("connected");
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

  it("backs off exponentially up to a limit", () => {
    FakeSocket.last.welcome();
    for (let n = 0; n < 8; n++) {
      FakeSocket.last.lose();
      vi.advanceTimersByTime(6300);
    }
    expect(FakeSocket.all.length).toBeGreaterThanOrEqual(9);
  });

  it("reconnects at once when the network is back", () => {
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
    expect(table.connection).toBe("closed");
    expect(table.closeReason).toBe("This table does not exist.");
    await expect(sent).rejects.toBeInstanceOf(ApiError);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("tries a table that a rematch announced a few times before it believes that there is none", () => {
    FakeSocket.last.welcome({ rematch: "t2" });
    const rematch = new TableConnection("t2", "token");
    for (let n = 0; n < 4; n++) {
      FakeSocket.last.open();
      FakeSocket.last.tell({ kind: "bye", code: "no_table", sentence: "There is no such table.", is_temporary: false });
      FakeSocket.last.lose(4404);
      expect(rematch.connection).toBe("connecting");
      vi.advanceTimersByTime(3000);
      expect(FakeSocket.all).toHaveLength(n + 3);
    }
    FakeSocket.last.lose(4404);
    expect(rematch.connection).toBe("closed");
    expect(rematch.closeReason).toBe("This table does not exist.");
    rematch.close();
  });

  it("finds a rematch that is there a moment later", () => {
    FakeSocket.last.welcome();
    FakeSocket.last.tell({ kind: "event", event: { ...moved(6), kind: "rematch", rematch: "t3" } });
    const rematch = new TableConnection("t3", "token");
    FakeSocket.last.lose(4404);
    vi.advanceTimersByTime(400);
    FakeSocket.last.welcome();
    expect(rematch.connection).toBe("connected");
    expect(rematch.closeReason).toBeNull();
    rematch.close();
  });

  it("does not reconnect after close", () => {
    FakeSocket.last.welcome();
    table.close();
    FakeSocket.last.lose();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});
