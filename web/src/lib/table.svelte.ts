/** One table over its socket: what the server last told, and commands that survive a lost connection. */
import type {
  FromClient,
  FromServer,
  Happening,
  MoveTold,
  Position,
  Result,
  SayingTold,
  SeatTold,
  Settings,
  Snapshot,
} from "../types/messages";
import { Refusal } from "./api";
import { withDistinctNames } from "./names";
import { Pause } from "./pause.svelte";
import { retold } from "./retold";

export type Link = "connecting" | "here" | "reconnecting" | "gone";
/** A command as one sends it; the client id is ours. */
export type Wish = Exclude<FromClient, { kind: "hello" | "pong" | "refresh" | "preview" }>;

interface Open {
  wish: Wish & { client_id: string };
  resolve: (version: number) => void;
  reject: (why: Refusal) => void;
}

const PROTOCOL = 1;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;

export class TableClient {
  link = $state<Link>("connecting");
  /** Why the server let us go for good. */
  farewell = $state<string | null>(null);
  /** The code that the socket was last closed with. */
  code = $state(0);
  /** The last message that the server did not understand or found too fast. */
  trouble = $state<string | null>(null);

  game = $state("");
  options = $state("");
  version = $state(-1);
  you = $state<number | null>(null);
  status = $state<Snapshot["status"]>("open");
  settings = $state.raw<Settings>({});
  seats = $state.raw<SeatTold[]>([]);
  spectators = $state(0);
  commitment = $state<string | null>(null);
  position = $state.raw<Position | null>(null);
  /** The position before the last move: what animations start from. Null after a snapshot. */
  before = $state.raw<Position | null>(null);
  lastMove = $state.raw<MoveTold | null>(null);
  moves = $state.raw<MoveTold[]>([]);
  sayings = $state.raw<SayingTold[]>([]);
  result = $state.raw<Result | null>(null);
  rematch = $state<string | null>(null);
  /** The match that this one repeats. */
  rematchOf = $state<string | null>(null);
  /** Keeps the end of a round in sight, if it is told how to know one. */
  readonly pause: Pause;
  /** Whether a command waits for its answer. */
  pending = $state(0);

  #socket: WebSocket | null = null;
  #open = new Map<string, Open>();
  #previews = new Map<string, (preview: unknown) => void>();
  #wait = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #heardAt = 0;
  #count = 0;
  /** Makes our client ids differ from those of other tabs of the same player. */
  readonly #tab = Math.random().toString(36).slice(2, 10);

  constructor(
    readonly id: string,
    readonly token: string | null,
    private readonly url = socketUrl(id),
  ) {
    const table = this;
    this.pause = new Pause({
      get position() {
        return table.position;
      },
      get you() {
        return table.you;
      },
      show: (event, heardAt) => this.#follow(event, heardAt),
    });
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  /** Match time now, in ms: also where the position was kept back for a while. */
  matchNow(): number {
    return this.position ? this.position.now_ms + (performance.now() - this.#heardAt) : 0;
  }

  /** Send a command; resolves once it is kept, rejects with the server's sentence. Resent after a reconnect. */
  send(wish: Wish): Promise<number> {
    this.pause.goOn();
    const client_id = `${this.#tab}-${++this.#count}`;
    return new Promise((resolve, reject) => {
      const open = { wish: { ...wish, client_id }, resolve, reject };
      this.#open.set(client_id, open);
      this.pending = this.#open.size;
      if (this.link === "here") this.#write(open.wish);
    });
  }

  move(action: number): Promise<number> {
    return this.send({ kind: "move", action });
  }

  /** What a move would lead to, as the server sees it; null if it cannot say. Not resent: one asks again. */
  preview(action: number): Promise<unknown> {
    if (this.link !== "here") return Promise.resolve(null);
    const client_id = `${this.#tab}-${++this.#count}`;
    return new Promise((resolve) => {
      this.#previews.set(client_id, resolve);
      this.#write({ kind: "preview", client_id, action });
    });
  }

  close(): void {
    this.#closed = true;
    this.pause.drop();
    clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  #write(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      const since = this.version >= 0 ? this.version : null;
      this.#write({ kind: "hello", protocol: PROTOCOL, token: this.token, since });
    };
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data as string) as FromServer);
    socket.onclose = ({ code }) => this.#lost(socket, code);
  }

  #lost(socket: WebSocket, code: number): void {
    if (this.#closed || socket !== this.#socket) return;
    for (const id of [...this.#previews.keys()]) this.#previewed(id, null);
    this.code = code;
    if (code === 4404 || code === 4401 || code === 4400) {
      this.farewell ??= code === 4404 ? "There is no such table." : "The server does not know you any more.";
      this.link = "gone";
      for (const open of this.#open.values()) open.reject(new Refusal("gone", this.farewell));
      this.#open.clear();
      return;
    }
    this.link = this.version >= 0 ? "reconnecting" : "connecting";
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2);
  }

  /** The network or the page is back: do not wait for the timer. */
  #hurry = (): void => {
    if (this.#closed || document.hidden || this.link === "here" || this.link === "gone") return;
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT_MS;
    this.#connect();
  };

  #hear(message: FromServer): void {
    switch (message.kind) {
      case "ping":
        this.#write({ kind: "pong", n: message.n });
        break;
      case "welcome":
        this.you = message.seat;
        this.#arrived();
        break;
      case "snapshot":
        this.pause.drop();
        this.#take(message.table);
        break;
      case "event":
        this.pause.hear(message.event, performance.now());
        break;
      case "presence":
        this.seats = retold(this.seats, withDistinctNames(message.seats));
        this.spectators = message.spectators;
        break;
      case "ack":
        this.#answered(message.client_id)?.resolve(message.version);
        break;
      case "refused":
        this.#previewed(message.client_id, null);
        this.#answered(message.client_id)?.reject(new Refusal(message.code, message.sentence));
        break;
      case "previewed":
        this.#previewed(message.client_id, message.preview);
        break;
      case "problem":
        this.trouble = message.sentence;
        break;
      case "bye":
        if (!message.is_temporary) this.farewell = message.sentence;
        break;
    }
  }

  #arrived(): void {
    if (this.link === "here") return;
    this.link = "here";
    this.#wait = FIRST_WAIT_MS;
    for (const open of this.#open.values()) this.#write(open.wish);
  }

  #answered(id: string | null): Open | undefined {
    const open = id === null ? undefined : this.#open.get(id);
    if (id !== null) this.#open.delete(id);
    this.pending = this.#open.size;
    return open;
  }

  #previewed(id: string | null, preview: unknown): void {
    if (id === null) return;
    this.#previews.get(id)?.(preview);
    this.#previews.delete(id);
  }

  #take(told: Snapshot): void {
    this.game = told.game;
    this.options = told.options;
    this.version = told.version;
    this.you = told.you;
    this.status = told.status;
    this.settings = told.settings;
    this.seats = retold(this.seats, withDistinctNames(told.seats));
    this.commitment = told.commitment;
    this.before = null;
    this.lastMove = told.moves.at(-1) ?? null;
    this.#place(told.position, performance.now());
    this.moves = told.moves;
    this.sayings = told.sayings;
    this.result = told.result;
    this.rematch = told.rematch;
    this.rematchOf = told.rematch_of;
  }

  #follow(event: Happening, heardAt: number): void {
    if (event.version <= this.version) return;
    if (event.version !== this.version + 1) {
      this.#write({ kind: "refresh" });
      return;
    }
    this.version = event.version;
    this.status = event.status;
    if (event.seats?.length) this.seats = retold(this.seats, withDistinctNames(event.seats));
    if (event.commitment) this.commitment = event.commitment;
    if (event.saying) this.sayings = [...this.sayings, event.saying];
    if (event.result) this.result = event.result;
    if (event.rematch) this.rematch = event.rematch;
    if (event.move) {
      this.lastMove = event.move;
      this.moves = [...this.moves, event.move];
    }
    if (event.position) {
      this.before = this.position;
      this.#place(event.position, heardAt);
    }
  }

  #place(position: Position | null, heardAt: number): void {
    this.#heardAt = heardAt;
    this.position = retold(this.position, position);
  }
}

function socketUrl(id: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/v1/tables/${encodeURIComponent(id)}/socket`;
}
