import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../src/lib/api";
import { bytesFromHex, sha256 } from "../../src/lib/sha256";
import { checkOwnContribution, shuffleIdentity, storeContribution, allMatchTheirHashes, newContribution, openTable, ownContribution, ShuffleParticipant } from "../../src/lib/shuffleContribution";
import { TableConnection } from "../../src/lib/tableConnection.svelte";
import type { ContributionInfo, EventInfo, ShuffleInfo, Snapshot } from "../../src/types/messages";
import { FakeSocket } from "./fakeSocket";

const COMMITMENT = "c0".repeat(32);
const other: ContributionInfo = { seat: 1, entropy_hash: "bb".repeat(32), entropy: null };
const none: ShuffleInfo = { is_starting: false, contributions: [] };
let count = 0;
let id: string;

const mine = (entropy_hash: string, entropy: string | null = null): ContributionInfo => ({ seat: 0, entropy_hash, entropy });
const starting = (...contributions: ContributionInfo[]): ShuffleInfo => ({ is_starting: true, contributions });
const open = (shuffle: ShuffleInfo, commitment: string | null = null) => ({ you: 0, status: "open" as const, commitment, shuffle });

beforeEach(() => {
  localStorage.clear();
  id = `t${++count}`;
});

describe("a contribution", () => {
  it("is 32 new random bytes and their hash", () => {
    const [one, two] = [newContribution(), newContribution()];
    expect(bytesFromHex(one.entropy)).toHaveLength(32);
    expect(one.hash).toBe(sha256(bytesFromHex(one.entropy)));
    expect(one.entropy).not.toBe(two.entropy);
  });

  it("survives a reload, and the oldest are dropped", () => {
    const first = newContribution();
    storeContribution("reload-1", first);
    expect(ownContribution("reload-1")).toEqual(first);
    for (let n = 0; n < 40; n++) storeContribution(`many-${n}`, newContribution());
    expect((JSON.parse(localStorage.getItem("dottable.shuffle")!) as unknown[]).length).toBe(30);
  });

  it("goes with the request for a table", async () => {
    const made = vi.spyOn(api, "newTable").mockResolvedValue({ table: id } as Snapshot);
    await openTable("token", { game: "dot_tiles", starts: true });
    expect(made.mock.calls[0]![1]).toMatchObject({ game: "dot_tiles", starts: true, entropy_hash: ownContribution(id)!.hash });
    made.mockRestore();
  });
});

describe("a participant", () => {
  const sent: { kind: string; entropy_hash?: string; entropy?: string }[] = [];
  let participant: ShuffleParticipant;
  const answer = vi.fn(() => Promise.resolve(1));

  beforeEach(() => {
    sent.length = 0;
    participant = new ShuffleParticipant(id, (command) => {
      sent.push(command);
      return answer();
    });
  });

  it("sends a hash once it has a seat, and only one", async () => {
    participant.update({ ...open(none), you: null });
    expect(sent).toEqual([]);
    participant.update(open(none));
    participant.update(open({ is_starting: false, contributions: [other] }));
    expect(sent).toEqual([{ kind: "contribute", entropy_hash: ownContribution(id)!.hash }]);
    await Promise.resolve();
    participant.update(open({ is_starting: false, contributions: [mine(ownContribution(id)!.hash)] }));
    expect(sent).toHaveLength(1);
  });

  it("reveals its bytes only once everything is fixed", () => {
    participant.update(open(none));
    const own = ownContribution(id)!;
    participant.update(open({ is_starting: false, contributions: [mine(own.hash), other] }));
    expect(sent.filter((one) => one.kind === "reveal")).toEqual([]);
    participant.update(open(starting(mine(own.hash), other), COMMITMENT));
    participant.update(open(starting(mine(own.hash), { ...other, entropy: "00".repeat(32) }), COMMITMENT));
    expect(sent.filter((one) => one.kind === "reveal")).toEqual([{ kind: "reveal", entropy: own.entropy }]);
  });

  it("never reveals the same bytes for two shuffles", () => {
    participant.update(open(none));
    const own = ownContribution(id)!;
    participant.update(open(starting(mine(own.hash), other), COMMITMENT));
    participant.update(open(starting(mine(own.hash), other), "d1".repeat(32)));
    participant.update(open(starting(mine(own.hash), { ...other, entropy_hash: "cc".repeat(32) }), COMMITMENT));
    const reloaded = new ShuffleParticipant(id, (command) => Promise.resolve(sent.push(command)));
    reloaded.update(open(starting(mine(own.hash), other), "d1".repeat(32)));
    expect(sent.filter((one) => one.kind === "reveal")).toHaveLength(1);
  });

  it("reveals after a reload between the phases", () => {
    participant.update(open(none));
    const own = ownContribution(id)!;
    const reloaded = new ShuffleParticipant(id, (command) => Promise.resolve(sent.push(command)));
    reloaded.update(open(starting(mine(own.hash)), COMMITMENT));
    expect(sent.at(-1)).toEqual({ kind: "reveal", entropy: own.entropy });
  });

  it("uses new bytes after a cancelled start", async () => {
    participant.update(open(none));
    const first = ownContribution(id)!;
    await Promise.resolve();
    participant.update(open(starting(mine(first.hash)), COMMITMENT));
    participant.update(open(none));
    expect(sent.map((one) => one.kind)).toEqual(["contribute", "reveal", "contribute"]);
    expect(ownContribution(id)!.hash).not.toBe(first.hash);
  });

  it("replaces a hash whose bytes it does not have, once", async () => {
    participant.update(open({ is_starting: false, contributions: [mine("ee".repeat(32))] }));
    expect(sent).toHaveLength(1);
    await Promise.resolve();
    participant.update(open({ is_starting: false, contributions: [mine("ff".repeat(32))] }));
    expect(sent).toHaveLength(1);
  });

  it("does not reveal bytes for a hash that is not its own", () => {
    participant.update(open(none));
    participant.update(open(starting(mine("ee".repeat(32))), COMMITMENT));
    expect(sent.map((one) => one.kind)).toEqual(["contribute"]);
  });
});

describe("the check after a match", () => {
  const revealed = (entropy = "00".repeat(32)): ContributionInfo => ({ seat: 1, entropy, entropy_hash: sha256(bytesFromHex("00".repeat(32))) });

  it("compares every revealed part with its hash", () => {
    expect(allMatchTheirHashes([revealed()])).toBe(true);
    expect(allMatchTheirHashes([revealed("01".repeat(32))])).toBe(false);
    expect(allMatchTheirHashes([{ ...revealed(), entropy: null }])).toBe(false);
  });

  it("finds the own part in the shuffle for which it was revealed", () => {
    const own = newContribution();
    const parts = [mine(own.hash, own.entropy), revealed()];
    storeContribution(id, { ...own, revealedFor: shuffleIdentity(COMMITMENT, parts) });
    expect(checkOwnContribution(id, 0, COMMITMENT, parts)).toBe("included");
    expect(checkOwnContribution(id, 0, "d1".repeat(32), parts)).toBe("changed");
    expect(checkOwnContribution(id, 0, COMMITMENT, [parts[0]!])).toBe("changed");
    expect(checkOwnContribution(id, 0, COMMITMENT, [])).toBe("changed");
  });

  it("says that the own part was left out, or that there is no record", () => {
    expect(checkOwnContribution(id, 0, COMMITMENT, [revealed()])).toBe("unknown");
    storeContribution(id, newContribution());
    expect(checkOwnContribution(id, 0, COMMITMENT, [revealed()])).toBe("left out");
    expect(checkOwnContribution(id, null, COMMITMENT, [revealed()])).toBe("unknown");
  });
});

describe("a connection", () => {
  let table: TableConnection;

  beforeEach(() => {
    FakeSocket.all = [];
    vi.stubGlobal("WebSocket", FakeSocket);
    table = new TableConnection(id, "token");
  });

  afterEach(() => {
    table.close();
    vi.unstubAllGlobals();
  });

  const event = (version: number, change: Partial<EventInfo>) =>
    FakeSocket.last.tell({ kind: "event", event: { version, at: 0, kind: "seats", status: "open", ...change } });

  it("contributes, reveals, and contributes again after a cancelled start", async () => {
    FakeSocket.last.welcome({ status: "open", position: null });
    const [first] = FakeSocket.last.of("contribute");
    const own = mine(first!.entropy_hash as string);
    event(6, { kind: "contributed", shuffle: { is_starting: false, contributions: [own] } });
    FakeSocket.last.tell({ kind: "ack", client_id: first!.client_id as string, version: 6 });
    await Promise.resolve();
    await Promise.resolve();
    event(7, { kind: "preparing", commitment: COMMITMENT, shuffle: starting(own, other) });
    expect(FakeSocket.last.of("reveal")).toHaveLength(1);
    expect(table.commitment).toBe(COMMITMENT);
    event(8, { kind: "start_cancelled", shuffle: none, notice: "The match did not start." });
    expect(table.notice).toEqual({ text: "The match did not start." });
    expect(table.commitment).toBeNull();
    expect(FakeSocket.last.of("contribute")).toHaveLength(2);
  });

  it("sends its hash before a start that the page sends at once", () => {
    FakeSocket.last.welcome({ status: "open", position: null });
    void table.send({ kind: "start" });
    expect(FakeSocket.last.sent.map((one) => one.kind)).toEqual(["hello", "contribute", "start"]);
  });
});
