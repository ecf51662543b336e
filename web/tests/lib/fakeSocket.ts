/** A socket in the hands of a test: it says what the server would, and keeps what the client sent. */
import type { EventInfo, FromServer, NarrationMessage, SeatInfo, Snapshot } from "../../src/types/messages";

export class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  tell(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  lose(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  /** Hello, welcome and a snapshot. */
  welcome(told: Partial<Snapshot> = {}, seat: number | null = 0): void {
    this.open();
    this.tell({ kind: "welcome", table: "t1", seat });
    this.tell({ kind: "snapshot", table: snapshot({ you: seat, ...told }) });
  }

  of(kind: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.kind === kind);
  }
}

export function seat(n: number, change: Partial<SeatInfo> = {}): SeatInfo {
  return {
    seat: n,
    name: ["Ann", "Bob", "Cid"][n] ?? `P${n}`,
    colour: "#2f6fb5",
    bot: null,
    is_person: true,
    is_ready: false,
    is_connected: true,
    is_host: n === 0,
    spent_ms: 0,
    limit_ms: null,
    ...change,
  };
}

export function snapshot(change: Partial<Snapshot> = {}): Snapshot {
  return {
    table: "t1",
    version: 5,
    game: "dot_tiles",
    rules_version: 1,
    options: "",
    settings: {},
    status: "live",
    you: 0,
    seats: [seat(0), seat(1)],
    commitment: null,
    shuffle: { is_starting: false, contributions: [] },
    position: { move_number: 0, now_ms: 100, view: {}, to_act: [0], legal: [1, 2], words: ["one", "two"], deadline_ms: null },
    moves: [],
    chat: [],
    result: null,
    rematch: null,
    rematch_of: null,
    ...change,
  };
}

/** A narration of one message with this text, for games with the template `text`. */
export const plainNarration = (text: string): NarrationMessage[] => [{ code: "text", args: { text } }];

export function moved(version: number, narration: string | NarrationMessage[] = "Ann draws."): EventInfo {
  return {
    version,
    at: 0,
    kind: "moved",
    status: "live",
    move: { version, seat: 0, action: 1, by: "player", at_ms: 10, narration: typeof narration === "string" ? plainNarration(narration) : narration, race: null },
    position: { move_number: version, now_ms: 10 * version, view: { n: version }, to_act: [1], legal: [], words: [], deadline_ms: null },
  };
}
