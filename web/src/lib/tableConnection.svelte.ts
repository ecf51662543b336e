/** WebSocket connection to one table: its latest state, and commands that are resent after a reconnect. */
import type {
  FromClient,
  FromServer,
  EventInfo,
  MoveInfo,
  Position,
  MatchResult,
  ChatMessage,
  SeatInfo,
  Settings,
  ShuffleInfo,
  Snapshot,
  TeamsInfo,
} from "../types/messages";
import { ApiError } from "./api";
import { RoundEndPause } from "./roundEndPause.svelte";
import { withUniqueNames } from "./seatNames";
import { ShuffleParticipant } from "./shuffleContribution";
import { replaceEqualDeep } from "./structuralSharing";
import { openTableSocket, type TableSocket } from "./tableSocket";

export type ConnectionState = "connecting" | "connected" | "reconnecting" | "closed";
/** A command without its client id, which the connection adds. */
/** The answer to a preview request: the preview, or why there is none. */
interface PreviewAnswer {
  preview: unknown;
  refusal: ApiError | null;
}

const NO_PREVIEW: PreviewAnswer = { preview: null, refusal: null };

export type TableCommand = Exclude<FromClient, { kind: "hello" | "pong" | "refresh" | "preview" }>;

interface PendingCommand {
  command: TableCommand & { client_id: string };
  resolve: (version: number) => void;
  reject: (error: ApiError) => void;
}

const PROTOCOL_VERSION = 2;
/** Reconnect delays in milliseconds: the first, and the limit of the exponential backoff. */
const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 5000;
/** Time in milliseconds after which a request without an answer makes the client connect again. */
const ANSWER_TIMEOUT_MS = 10_000;
/** WebSocket close code for a table that does not exist. */
const NO_TABLE_CLOSE_CODE = 4404;
/** Maximum number of connection attempts to an announced rematch table that the server does not know yet. */
const MAX_ANNOUNCED_TRIES = 5;
/** Ids of rematches that a table of this page announced. */
const announcedTables = new Set<string>();
/** WebSocket close codes after which a reconnect cannot succeed, with the message for the player. */
const FINAL_CLOSE_MESSAGES: Record<number, string> = {
  4400: "This page does not match the server's version. Reload the page.",
  4401: "The server does not recognise this player. Reload the page.",
  [NO_TABLE_CLOSE_CODE]: "This table does not exist.",
};

export class TableConnection {
  connection = $state<ConnectionState>("connecting");
  /** Why the server closed the connection for good. */
  closeReason = $state<string | null>(null);
  /** Close code of the last socket. */
  closeCode = $state(0);
  /** The server's reason for ignoring the last message, for example that it was malformed or sent too fast. */
  protocolError = $state<string | null>(null);

  game = $state("");
  options = $state("");
  version = $state(-1);
  you = $state<number | null>(null);
  status = $state<Snapshot["status"]>("open");
  settings = $state.raw<Settings>({});
  seats = $state.raw<SeatInfo[]>([]);
  spectators = $state(0);
  commitment = $state<string | null>(null);
  shuffle = $state.raw<ShuffleInfo>({ is_starting: false, contributions: [] });
  /** The teams that seats can choose before the start. Null in a game without such a choice. */
  teams = $state.raw<TeamsInfo | null>(null);
  /** The server's latest sentence for all players, such as why a start was cancelled. */
  notice = $state.raw<{ text: string } | null>(null);
  position = $state.raw<Position | null>(null);
  /** The position before the last move, from which animations start. Null after a snapshot. */
  previousPosition = $state.raw<Position | null>(null);
  lastMove = $state.raw<MoveInfo | null>(null);
  moves = $state.raw<MoveInfo[]>([]);
  chat = $state.raw<ChatMessage[]>([]);
  result = $state.raw<MatchResult | null>(null);
  rematch = $state<string | null>(null);
  /** Id of the match of which this one is a rematch. */
  rematchOf = $state<string | null>(null);
  readonly pause: RoundEndPause;

  #socket: TableSocket | null = null;
  #pending = new Map<string, PendingCommand>();
  #previews = new Map<string, (answer: PreviewAnswer) => void>();
  #retryMs = FIRST_RETRY_MS;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #missingCount = 0;
  /** Whether a requested snapshot has not arrived yet. */
  #isSnapshotDue = false;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #participant: ShuffleParticipant;
  /** Time in `performance.now()` milliseconds at which the position arrived. */
  #receivedAt = 0;
  #commandCount = 0;
  /** Random prefix that makes client ids unique among the tabs of one player. */
  readonly #tabId = Math.random().toString(36).slice(2, 10);

  constructor(
    readonly id: string,
    readonly token: string | null,
    private readonly url = socketUrl(id),
  ) {
    const thisConnection = this;
    this.pause = new RoundEndPause({
      get position() {
        return thisConnection.position;
      },
      get you() {
        return thisConnection.you;
      },
      apply: (event, receivedAt) => this.#applyEvent(event, receivedAt),
    });
    this.#participant = new ShuffleParticipant(id, (command) => this.send(command));
    addEventListener("online", this.#reconnectNow);
    document.addEventListener("visibilitychange", this.#reconnectNow);
    this.#connect();
  }

  /** Return the current match time in milliseconds. */
  matchNow(): number {
    return this.position ? this.position.now_ms + (performance.now() - this.#receivedAt) : 0;
  }

  /** Send a command. Resolves with the table version once stored; rejects with the server's message. */
  send(command: TableCommand): Promise<number> {
    this.pause.resume();
    const client_id = this.#nextClientId();
    return new Promise((resolve, reject) => {
      const pendingCommand = { command: { ...command, client_id }, resolve, reject };
      this.#pending.set(client_id, pendingCommand);
      if (this.connection === "connected") this.#write(pendingCommand.command);
      this.#expectAnswer();
    });
  }

  move(action: number): Promise<number> {
    return this.send({ kind: "move", action });
  }

  /** Return the server's preview of a move, or null if it has none. Not resent after a reconnect. */
  preview(action: number): Promise<unknown> {
    return this.#askForPreview(action).then(({ preview }) => preview);
  }

  /** Return the server's reason why a move is illegal, or null if it is legal. */
  whyNot(action: number): Promise<string | null> {
    return this.#askForPreview(action).then(({ refusal }) => (refusal?.code === "rules" ? refusal.message : null));
  }

  #askForPreview(action: number): Promise<PreviewAnswer> {
    if (this.connection !== "connected") return Promise.resolve(NO_PREVIEW);
    const client_id = this.#nextClientId();
    return new Promise((resolve) => {
      this.#previews.set(client_id, resolve);
      this.#write({ kind: "preview", client_id, action });
    });
  }

  close(): void {
    this.#isClosed = true;
    this.pause.discard();
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#answerTimer);
    removeEventListener("online", this.#reconnectNow);
    document.removeEventListener("visibilitychange", this.#reconnectNow);
    this.#socket?.close();
  }

  /** Number of commands without an answer. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  #nextClientId(): string {
    return `${this.#tabId}-${++this.#commandCount}`;
  }

  #write(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    const socket = openTableSocket(this.id, this.url);
    this.#socket = socket;
    socket.onopen = () => {
      const lastSeenVersion = this.version >= 0 && !this.#isSnapshotDue ? this.version : null;
      this.#write({ kind: "hello", protocol: PROTOCOL_VERSION, token: this.token, since: lastSeenVersion });
    };
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data as string) as FromServer);
    socket.onclose = ({ code }) => this.#onClose(socket, code);
  }

  /** Connect again and ask for a snapshot if the server does not answer in time. */
  #expectAnswer(): void {
    if (this.connection !== "connected") return;
    this.#answerTimer ??= setTimeout(() => {
      this.#answerTimer = undefined;
      const socket = this.#socket;
      if (this.connection !== "connected" || !socket) return;
      this.#isSnapshotDue = true;
      socket.onclose = null;
      socket.close();
      this.#onClose(socket, 0);
    }, ANSWER_TIMEOUT_MS);
  }

  #onAnswer(): void {
    if (this.#pending.size > 0 || this.#isSnapshotDue) return;
    clearTimeout(this.#answerTimer);
    this.#answerTimer = undefined;
  }

  #onClose(socket: TableSocket, code: number): void {
    if (this.#isClosed || socket !== this.#socket) return;
    for (const id of [...this.#previews.keys()]) this.#resolvePreview(id, NO_PREVIEW);
    this.closeCode = code;
    const finalReason = FINAL_CLOSE_MESSAGES[code];
    if (finalReason !== undefined && !this.#mayAppearSoon(code)) return this.#giveUp(finalReason);
    this.closeReason = null;
    this.connection = this.version >= 0 ? "reconnecting" : "connecting";
    // The random factor spreads out the clients that a server restart disconnected at the same moment.
    this.#retryTimer = setTimeout(() => this.#connect(), this.#retryMs * (0.75 + Math.random() / 2));
    this.#retryMs = Math.min(MAX_RETRY_MS, this.#retryMs * 2);
  }

  /** Whether the table may appear in a moment: it is a rematch that was announced on this page. */
  #mayAppearSoon(code: number): boolean {
    return code === NO_TABLE_CLOSE_CODE && announcedTables.has(this.id) && ++this.#missingCount < MAX_ANNOUNCED_TRIES;
  }

  #giveUp(reason: string): void {
    this.closeReason ??= reason;
    this.connection = "closed";
    for (const pendingCommand of this.#pending.values()) pendingCommand.reject(new ApiError("gone", this.closeReason));
    this.#pending.clear();
  }

  /** Reconnect without waiting for the timer, because the network or the page is active again. */
  #reconnectNow = (): void => {
    if (this.#isClosed || document.hidden || this.connection === "connected" || this.connection === "closed") return;
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#retryTimer);
    this.#retryMs = FIRST_RETRY_MS;
    this.#connect();
  };

  #receive(message: FromServer): void {
    switch (message.kind) {
      case "ping":
        this.#write({ kind: "pong", n: message.n });
        break;
      case "welcome":
        this.you = message.seat;
        this.#onWelcome();
        break;
      case "snapshot":
        this.pause.discard();
        this.#isSnapshotDue = false;
        this.#onAnswer();
        this.#applySnapshot(message.table);
        break;
      case "event":
        this.pause.receive(message.event, performance.now());
        break;
      case "presence":
        this.#setSeats(message.seats);
        this.spectators = message.spectators;
        break;
      case "ack":
        this.#takePending(message.client_id)?.resolve(message.version);
        break;
      case "refused":
        this.#resolvePreview(message.client_id, { preview: null, refusal: new ApiError(message.code, message.sentence) });
        this.#takePending(message.client_id)?.reject(new ApiError(message.code, message.sentence));
        break;
      case "previewed":
        this.#resolvePreview(message.client_id, { preview: message.preview, refusal: null });
        break;
      case "problem":
        this.protocolError = message.sentence;
        break;
      case "bye":
        if (!message.is_temporary) this.closeReason = message.sentence;
        break;
    }
  }

  #onWelcome(): void {
    if (this.connection === "connected") return;
    this.connection = "connected";
    this.#retryMs = FIRST_RETRY_MS;
    for (const pendingCommand of this.#pending.values()) this.#write(pendingCommand.command);
    if (this.#pending.size > 0 || this.#isSnapshotDue) this.#expectAnswer();
  }

  #takePending(id: string | null): PendingCommand | undefined {
    const answeredCommand = id === null ? undefined : this.#pending.get(id);
    if (id !== null) this.#pending.delete(id);
    this.#onAnswer();
    return answeredCommand;
  }

  #resolvePreview(id: string | null, answer: PreviewAnswer): void {
    if (id === null) return;
    this.#previews.get(id)?.(answer);
    this.#previews.delete(id);
  }

  #applySnapshot(snapshot: Snapshot): void {
    this.game = snapshot.game;
    this.options = snapshot.options;
    this.version = snapshot.version;
    this.you = snapshot.you;
    this.status = snapshot.status;
    this.settings = snapshot.settings;
    this.#setSeats(snapshot.seats);
    this.commitment = snapshot.commitment;
    this.shuffle = snapshot.shuffle;
    this.teams = snapshot.teams ?? null;
    this.previousPosition = null;
    this.lastMove = snapshot.moves.at(-1) ?? null;
    this.#setPosition(snapshot.position, performance.now());
    this.moves = snapshot.moves;
    this.chat = snapshot.chat;
    this.result = snapshot.result;
    this.#setRematch(snapshot.rematch);
    this.rematchOf = snapshot.rematch_of;
    this.#participant.update(this);
  }

  #applyEvent(event: EventInfo, receivedAt: number): void {
    if (event.version <= this.version) return;
    if (event.version !== this.version + 1) {
      this.#isSnapshotDue = true;
      this.#write({ kind: "refresh" });
      this.#expectAnswer();
      return;
    }
    this.version = event.version;
    this.status = event.status;
    if (event.seats?.length) this.#setSeats(event.seats);
    if (event.commitment) this.commitment = event.commitment;
    if (event.chat_message) this.chat = [...this.chat, event.chat_message];
    if (event.result) this.result = event.result;
    if (event.rematch) this.#setRematch(event.rematch);
    if (event.notice) this.notice = { text: event.notice };
    if (event.shuffle) this.#setShuffle(event.shuffle);
    if (event.teams) this.teams = event.teams;
    if (event.move) {
      this.lastMove = event.move;
      this.moves = [...this.moves, event.move];
    }
    if (event.position) {
      this.previousPosition = this.position;
      this.#setPosition(event.position, receivedAt);
    }
  }

  #setShuffle(shuffle: ShuffleInfo): void {
    this.shuffle = shuffle;
    if (this.status === "open" && !shuffle.is_starting) this.commitment = null;
    this.#participant.update(this);
  }

  #setRematch(rematch: string | null): void {
    this.rematch = rematch;
    if (rematch) announcedTables.add(rematch);
  }

  #setSeats(seats: SeatInfo[]): void {
    this.seats = replaceEqualDeep(this.seats, withUniqueNames(seats));
  }

  #setPosition(position: Position | null, receivedAt: number): void {
    this.#receivedAt = receivedAt;
    this.position = replaceEqualDeep(this.position, position);
  }
}

function socketUrl(id: string): string {
  const webSocketScheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${webSocketScheme}//${location.host}/api/v1/tables/${encodeURIComponent(id)}/socket`;
}
