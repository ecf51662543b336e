// A table on this device: seats, bots, clock and messages around one match, as `src/dottable/table` on the server.
//
// It answers the messages of the WebSocket protocol, so the page needs not know where its table is. No rule stands here:
// legality, who acts, deadlines and results come from the rules (play.wasm), views and narration from the game's Python.
import { fromHex, sha256 } from "../lib/sha256";
import type { EventInfo, FromClient, FromServer, MatchResult, MoveInfo, Position, RaceInfo, SeatInfo, ShuffleInfo, Snapshot } from "../types/messages";
import type { BotRequest, Choice } from "./bots";
import { CLOCK, type Level } from "./facts";
import { OfflineMatch, writeOption, type LoadedGame } from "./match";
import type { MovedBy, StoredMatch } from "./stored";

const PROTOCOL_VERSION = 2;
/** Seat of the player of this device. */
const YOU = 0;
const MAX_RECENT_MOVES = 6;
const MAX_DESCRIBED_ACTIONS = 64;
const MAX_REPEATED_MOVE_MS = 400;
/** Length in milliseconds of the countdown that boards show before a round of a real-time game. */
const START_COUNTDOWN_MS = 3000;
const THINKING_TIME_PERCENT = { quick: 25, natural: 100, calm: 200 };
const SEAT_COLOURS = ["#d1495b", "#2f6fb5", "#3a8f4d", "#e07a1f", "#7a52b3", "#1b8a8a", "#c2478f", "#b8860b"];
const BOT_NAMES = ["Ada", "Bix", "Cleo", "Dex", "Fay", "Gus", "Ivo", "Juno", "Kit", "Lux", "Mo", "Nia"];

/** What a table needs from its surroundings. */
export interface TableHost {
  /** Time in milliseconds since the epoch. */
  now(): number;
  choose(request: BotRequest): Promise<Choice>;
  save(match: StoredMatch): void;
  /** Calls back after some milliseconds. Returns a function that cancels it. */
  after(ms: number, call: () => void): () => void;
  /** Opens a rematch and returns its id. */
  rematch(of: StoredMatch): string;
}

/** Since when the match waits for a seat: match time, and version of the table. */
interface SeatWait {
  since_ms: number;
  version: number;
}

interface Plan {
  action: number;
  due_ms: number;
  isRace: boolean;
}

/** Returns a free bot name and colour, as the server gives them. */
export function botSeat(level: Level, seats: StoredMatch["seats"]): { name: string; colour: string; bot: Level } {
  const names = seats.map((seat) => seat?.name.toLowerCase());
  const colours = seats.map((seat) => seat?.colour);
  return {
    name: BOT_NAMES.find((name) => !names.includes(name.toLowerCase())) ?? `Bot ${seats.length}`,
    colour: SEAT_COLOURS.find((colour) => !colours.includes(colour)) ?? SEAT_COLOURS[0]!,
    bot: level,
  };
}

export class OfflineTable {
  private version = 1;
  private match: OfflineMatch | null = null;
  private startedAt = 0;
  private recent: MoveInfo[] = [];
  private progress: number[][] = [];
  private readonly waits = new Map<number, SeatWait>();
  private readonly discarded = new Map<number, SeatWait>();
  private readonly plans = new Map<number, Plan>();
  private readonly asked = new Map<number, number>();
  private cancelTimer: (() => void) | null = null;
  private sockets = new Set<(message: FromServer) => void>();

  constructor(
    readonly stored: StoredMatch,
    private readonly game: LoadedGame,
    private readonly host: TableHost,
  ) {
    if (stored.status === "open") return;
    const match = (this.match = this.newMatch());
    let before = match.scores();
    for (const [k, move] of stored.moves.entries()) {
      const record = match.record;
      match.apply(move.seat, move.action, move.at_ms);
      before = this.noteScores(before);
      this.version += 1;
      if (k >= stored.moves.length - MAX_RECENT_MOVES) this.recent.push(this.moveInfo(record, move, null));
    }
    if (stored.status === "live") this.resume();
  }

  // Connections

  /** Adds a connection, which receives messages from now on. */
  connect(send: (message: FromServer) => void): void {
    if (this.sockets.size === 0 && this.stored.status === "live") this.resume();
    this.sockets.add(send);
    send({ kind: "welcome", table: this.stored.id, seat: YOU, protocol: PROTOCOL_VERSION, server: "offline" });
    send({ kind: "snapshot", table: this.snapshot() });
    this.update();
  }

  /** Removes a connection. Without one, the match waits. */
  disconnect(send: (message: FromServer) => void): void {
    this.sockets.delete(send);
    if (this.sockets.size) return;
    this.cancelTimer?.();
    this.plans.clear();
  }

  /** Handles a message that the player sent at a time in milliseconds since the epoch. */
  receive(message: FromClient, at: number, send: (message: FromServer) => void): void {
    if (message.kind === "refresh") return send({ kind: "snapshot", table: this.snapshot() });
    if (message.kind === "hello" || message.kind === "pong") return;
    const clientId = message.client_id ?? null;
    const refuse = (sentence: string, code = "not-possible") => send({ kind: "refused", client_id: clientId, code, sentence });
    if (message.kind === "preview") return this.preview(message.action, clientId, send, refuse);
    this.runDue(at);
    const refused = this.carryOut(message, at);
    if (refused) refuse(refused.sentence, refused.code);
    else send({ kind: "ack", client_id: clientId, version: this.version });
    this.update();
  }

  private preview(action: number, clientId: string | null, send: (message: FromServer) => void, refuse: (sentence: string, code?: string) => void): void {
    const { match } = this;
    if (!match || this.stored.status !== "live") return refuse("The match is not being played.", "not-live");
    const refused = match.refusal(YOU, action, Math.max(this.matchMs(), match.nowMs));
    if (refused) return refuse(refused.sentence, "rules");
    const found = this.game.texts.preview(match.determinized(YOU), YOU, action, match.nowMs);
    if (found === null) return refuse("There is no preview of this move.", "no_preview");
    send({ kind: "previewed", client_id: clientId, action, version: this.version, preview: found });
  }

  /** Carries out a command. Returns why it is refused, or null. */
  private carryOut(message: Exclude<FromClient, { kind: "hello" | "pong" | "refresh" | "preview" }>, at: number): { sentence: string; code: string } | null {
    const { stored } = this;
    switch (message.kind) {
      case "move":
        return this.move(message.action, at);
      case "contribute":
        stored.entropy_hash = message.entropy_hash;
        this.broadcast("contributed", { shuffle: this.shuffle() });
        return null;
      case "reveal":
        return this.reveal(message.entropy);
      case "start":
      case "ready":
        return this.start();
      case "seatbot":
        return this.seatBot(message.level, message.seat ?? null);
      case "unseat":
        if (stored.status !== "open" || message.seat === YOU) return { sentence: "This seat cannot be freed.", code: "not-open" };
        stored.seats[message.seat] = null;
        this.broadcast("seats", { seats: this.seats(), shuffle: this.shuffle() });
        return null;
      case "abort":
      case "stand":
        return this.end("aborted");
      case "rematch":
        return this.rematch();
      case "say":
      case "react":
        this.broadcast(message.kind === "say" ? "said" : "reacted", {
          chat_message: { version: this.version + 1, at, seat: YOU, name: stored.seats[YOU]!.name, text: message.kind === "say" ? message.text : message.reaction },
        });
        return null;
      default:
        return { sentence: "This needs a server. On this device, bots take all other seats.", code: "offline" };
    }
  }

  // Before the match

  private seatBot(level: Level, wanted: number | null): { sentence: string; code: string } | null {
    const { seats, status } = this.stored;
    const seat = wanted ?? seats.findIndex((one) => one === null);
    if (status !== "open" || seat < 0 || seats[seat] !== null) return { sentence: "This seat is taken. Choose another one.", code: "seat-taken" };
    seats[seat] = botSeat(level, seats);
    this.broadcast("seats", { seats: this.seats(), shuffle: this.shuffle() });
    return null;
  }

  private start(): { sentence: string; code: string } | null {
    const { stored } = this;
    if (stored.status !== "open" || stored.is_starting) return { sentence: "The match has already started.", code: "not-open" };
    if (stored.seats.includes(null)) return { sentence: "Some seats are empty. Add bots.", code: "not-full" };
    if (stored.entropy_hash === null) return this.begin();
    stored.is_starting = true;
    this.broadcast("preparing", { shuffle: this.shuffle(), commitment: this.commitment });
    return null;
  }

  private reveal(entropy: string): { sentence: string; code: string } | null {
    const { stored } = this;
    if (stored.status !== "open" || !stored.is_starting) return { sentence: "No start waits for a part of the shuffle from you.", code: "no-reveal-due" };
    if (sha256(fromHex(entropy)) !== stored.entropy_hash) return { sentence: "These bytes do not have the hash that was sent.", code: "wrong-entropy" };
    stored.contributions = [{ seat: YOU, entropy }];
    this.broadcast("revealed", { shuffle: this.shuffle() });
    return this.begin();
  }

  private begin(): null {
    this.stored.status = "live";
    this.stored.is_starting = false;
    this.match = this.newMatch();
    this.startedAt = this.host.now();
    this.updateWaits(null);
    this.broadcast("started", { seats: this.seats(), commitment: this.commitment, shuffle: this.shuffle() }, true);
    return null;
  }

  private newMatch(): OfflineMatch {
    const { seats, options, seed, salt, contributions, deck } = this.stored;
    return new OfflineMatch(this.game, { seats: seats.length, options, seed, salt, contributions, deck });
  }

  // The match

  private matchMs(at = this.host.now()): number {
    return this.match ? Math.max(0, Math.round(at - this.startedAt)) : 0;
  }

  /** Continues the clock from the last move: the match has waited since then. */
  private resume(): void {
    this.startedAt = this.host.now() - this.match!.nowMs;
    this.waits.clear();
    this.updateWaits(null);
  }

  private move(action: number, at: number): { sentence: string; code: string } | null {
    const { match } = this;
    if (!match || this.stored.status !== "live") return { sentence: "The match is not being played.", code: "not-live" };
    const atMs = Math.max(this.matchMs(at), match.nowMs);
    const refused = match.refusal(YOU, action, atMs);
    if (refused) return { sentence: refused.sentence, code: "rules" };
    this.apply(YOU, action, atMs, "player");
    return null;
  }

  /** Makes a legal move, and tells the player. */
  private apply(seat: number, action: number, atMs: number, by: MovedBy): void {
    const match = this.match!;
    const [record, scores] = [match.record, match.scores()];
    const refused = match.apply(seat, action, atMs);
    if (refused) throw new Error(refused.sentence);
    this.noteScores(scores);
    const move = { seat, action, at_ms: atMs, by };
    this.stored.moves.push(move);
    this.plans.delete(seat);
    this.discarded.delete(seat);
    this.version += 1;
    this.updateWaits(seat);
    this.checkPlans();
    const race = this.isRace(action) ? ({ reason: "unrivalled", rivals: [{ seat, credited_ms: atMs }] } satisfies RaceInfo) : null;
    const info = this.moveInfo(record, move, race);
    this.recent = [...this.recent, info].slice(-MAX_RECENT_MOVES);
    this.tell("moved", { move: info }, true);
    if (match.isOver) this.end("finished");
  }

  private noteScores(before: number[]): number[] {
    const now = this.match!.scores();
    if (now.some((points, seat) => points !== before[seat])) this.progress.push(now);
    return now;
  }

  private updateWaits(mover: number | null): void {
    const now = { since_ms: this.matchMs(), version: this.version };
    const toAct = this.match!.toAct.filter((seat) => seat !== CLOCK);
    for (const seat of [...this.waits.keys()]) if (!toAct.includes(seat)) this.waits.delete(seat);
    for (const seat of toAct) if (seat === mover || !this.waits.has(seat)) this.waits.set(seat, now);
  }

  /** Drops the plans that are no longer possible. */
  private checkPlans(): void {
    for (const [seat, plan] of [...this.plans]) {
      if (!this.waits.has(seat)) this.plans.delete(seat);
      else if (!this.match!.offered(seat).includes(plan.action)) this.discardPlan(seat);
    }
  }

  private discardPlan(seat: number): void {
    this.plans.delete(seat);
    this.discarded.set(seat, { since_ms: this.matchMs(), version: this.version });
  }

  private end(reason: "finished" | "aborted"): { sentence: string; code: string } | null {
    const { stored, match } = this;
    if (stored.status === "over" || stored.status === "aborted") return { sentence: "This table is closed: the match has ended.", code: "ended" };
    stored.status = reason === "finished" ? "over" : "aborted";
    stored.scores = match?.scores() ?? [];
    stored.winners = match?.winners() ?? [];
    this.waits.clear();
    this.plans.clear();
    this.broadcast("ended", { seats: this.seats(), result: this.result() }, match !== null);
    return null;
  }

  private rematch(): { sentence: string; code: string } | null {
    const { stored } = this;
    if (stored.status !== "over" && stored.status !== "aborted") return { sentence: "The match has not ended yet.", code: "not-ended" };
    stored.rematch ??= this.host.rematch(stored);
    this.broadcast("rematch", { rematch: stored.rematch });
    return null;
  }

  // Bots and the clock

  private isRace(action: number): boolean {
    return this.game.facts.details.verbs.some(({ first, ranges, is_race }) => is_race && action >= first && action < first + ranges.reduce((a, b) => a * b, 1));
  }

  /** Does what is due, asks bots, and sets the timer for what is due next. */
  private update(): void {
    this.cancelTimer?.();
    if (this.stored.status !== "live" || !this.sockets.size) return;
    this.runDue(this.host.now());
    if (!this.match || this.stored.status !== "live") return;
    this.askBots();
    const due = this.nextDue();
    if (due) this.cancelTimer = this.host.after(Math.max(0, due.at_ms - this.matchMs()), () => this.update());
  }

  /** Returns what is due first: the clock (`seat` is CLOCK) or the planned move of a bot. */
  private nextDue(): { seat: number; at_ms: number } | null {
    const match = this.match!;
    const deadline = match.deadlineMs;
    const plans = [...this.plans].map(([seat, plan]) => ({ seat, at_ms: plan.due_ms }));
    const clock = deadline !== null && match.toAct.includes(CLOCK) ? [{ seat: CLOCK, at_ms: deadline }] : [];
    return [...plans, ...clock].sort((a, b) => a.at_ms - b.at_ms)[0] ?? null;
  }

  /** Makes all moves of bots and of the clock that were due before a time in milliseconds since the epoch. */
  private runDue(at: number): void {
    while (this.match && this.stored.status === "live") {
      const due = this.nextDue();
      if (!due || due.at_ms > this.matchMs(at)) return;
      const atMs = Math.max(due.at_ms, this.match.nowMs);
      if (due.seat === CLOCK) {
        this.apply(CLOCK, this.match.legal(CLOCK)[0]!, atMs, "clock");
      } else {
        const plan = this.plans.get(due.seat)!;
        if (this.match.refusal(due.seat, plan.action, atMs)) this.discardPlan(due.seat);
        else this.apply(due.seat, plan.action, atMs, "bot");
      }
    }
  }

  private askBots(): void {
    const match = this.match!;
    for (const [seat, wait] of this.waits) {
      const level = this.stored.seats[seat]?.bot;
      const { version } = this.currentRequest(seat, wait);
      if (!level || this.plans.has(seat) || this.asked.get(seat) === version) continue;
      this.asked.set(seat, version);
      const { record: state, nowMs: now_ms } = match;
      const histories = this.game.texts.histories(state, match.actions);
      const request = { seat, level, state, now_ms, offered: match.offered(seat), histories };
      void this.host.choose(request).then((choice) => this.plan(seat, version, choice));
    }
  }

  private currentRequest(seat: number, wait: SeatWait): SeatWait {
    const discarded = this.discarded.get(seat);
    return discarded && discarded.version > wait.version ? discarded : wait;
  }

  /** Plans a bot's chosen action. Ignores an outdated choice. */
  private plan(seat: number, version: number, choice: Choice): void {
    const wait = this.waits.get(seat);
    if (this.asked.get(seat) === version) this.asked.delete(seat);
    if (!wait || this.stored.status !== "live" || !this.sockets.size) return;
    const requested = this.currentRequest(seat, wait);
    if (requested.version === version && !this.plans.has(seat)) {
      const isRace = this.isRace(choice.action);
      if (this.match!.offered(seat).includes(choice.action)) {
        const due_ms = Math.max(requested.since_ms + this.delayMs(seat, choice, isRace), this.matchMs());
        this.plans.set(seat, { action: choice.action, due_ms, isRace });
      } else this.discardPlan(seat);
    }
    this.update();
  }

  /** Returns how long a bot waits before its action: its own time, changed by the pace. */
  private delayMs(seat: number, { action, after_ms }: Choice, isRace: boolean): number {
    const percent = THINKING_TIME_PERCENT[this.stored.settings.pace ?? "natural"];
    const last = this.match!.moves.at(-1);
    const startsRound = !last || this.game.facts.details.verbs[this.verb(last.action)]?.verb === "deal";
    if (isRace) return (startsRound ? START_COUNTDOWN_MS : 0) + Math.floor((after_ms * Math.max(percent, 100)) / 100);
    const isRepeated = last?.seat === seat && this.verb(last.action) === this.verb(action);
    return Math.floor((Math.min(after_ms, isRepeated ? MAX_REPEATED_MOVE_MS : after_ms) * percent) / 100);
  }

  private verb(action: number): number {
    return this.game.facts.details.verbs.findLastIndex(({ first }) => first <= action);
  }

  // Messages

  private broadcast(kind: EventInfo["kind"], fields: Partial<EventInfo>, withPosition = false): void {
    this.version += 1;
    this.tell(kind, fields, withPosition);
  }

  /** Saves the match, then tells the player of an event. */
  private tell(kind: EventInfo["kind"], fields: Partial<EventInfo>, withPosition: boolean): void {
    const at = this.host.now();
    this.stored.updated_at = at;
    this.host.save(this.stored);
    const position = withPosition ? { position: this.position() } : {};
    const event = { version: this.version, at, kind, status: this.stored.status, ...fields, ...position };
    for (const send of this.sockets) send({ kind: "event", event });
  }

  private get commitment(): string {
    return sha256(fromHex(this.stored.seed + this.stored.salt));
  }

  private position(): Position | null {
    const { match } = this;
    if (!match) return null;
    const legal = match.offered(YOU);
    const view = this.game.texts.view(match.record, YOU);
    const words = legal.length && legal.length <= MAX_DESCRIBED_ACTIONS ? this.game.texts.texts(match.record, YOU, legal).map(([, , text]) => text) : [];
    return {
      move_number: match.moves.length,
      now_ms: this.matchMs(),
      view,
      to_act: match.toAct.filter((seat) => seat !== CLOCK),
      legal,
      words,
      deadline_ms: match.deadlineMs,
    };
  }

  /** Returns a move as the player sees it. Of a secret action of another seat, only the verb is told. */
  private moveInfo(before: Uint8Array, { seat, action, at_ms, by }: StoredMatch["moves"][number], race: RaceInfo | null): MoveInfo {
    const { texts, facts } = this.game;
    const isVisible = seat === YOU || texts.isPublic(action);
    const shown = isVisible ? action : facts.details.verbs[this.verb(action)]!.first;
    const narration = texts.narration(before, this.match!.record, YOU, seat, shown) as MoveInfo["narration"];
    return { version: this.version, seat, action: isVisible ? action : null, by, at_ms, narration, race };
  }

  private shuffle(): ShuffleInfo {
    const { entropy_hash, contributions, is_starting, status } = this.stored;
    const revealed = contributions.map(({ seat, entropy }) => ({ seat, entropy_hash: sha256(fromHex(entropy)), entropy }));
    if (status !== "open") return { is_starting: false, contributions: revealed };
    const hashed = entropy_hash && !revealed.length ? [{ seat: YOU, entropy_hash, entropy: null }] : [];
    return { is_starting, contributions: [...revealed, ...hashed] };
  }

  private seats(): SeatInfo[] {
    const { seats, status } = this.stored;
    const teams = this.teams();
    return seats.map((holder, seat) => ({
      seat,
      name: holder?.name ?? null,
      colour: (holder && (teams?.colours[seat] ?? holder.colour)) ?? null,
      bot: holder?.bot ?? null,
      is_person: holder !== null && holder.bot === null,
      is_ready: holder?.bot != null || status !== "open",
      is_connected: holder !== null && holder.bot === null,
      is_host: seat === YOU,
      spent_ms: 0,
      limit_ms: null,
      team: teams?.names[seat] ?? null,
    }));
  }

  /** Returns name and colour of each seat's team, in a game with teams. */
  private teams(): { names: string[]; colours: string[] } | null {
    const { teams, details } = this.game.facts;
    if (!teams) return null;
    const { options, seats } = this.stored;
    const value = String(options[teams.option] ?? details.options.find(({ name }) => name === teams.option)!.default);
    const numbers = teams.seats[value]?.[seats.length] ?? [];
    return { names: numbers.map((team) => teams.names[team]!), colours: numbers.map((team) => teams.colours[team]!) };
  }

  private result(): MatchResult | null {
    const { stored, match, progress } = this;
    if (stored.status !== "over" && stored.status !== "aborted") return null;
    if (!match) return { reason: "aborted", scores: [], returns: [], winners: [], seed: null, salt: null };
    return {
      reason: stored.status === "over" ? "finished" : "aborted",
      scores: match.scores(),
      returns: match.isOver ? match.returns() : [],
      winners: match.winners(),
      seed: stored.seed,
      salt: stored.salt,
      progress,
    };
  }

  snapshot(): Snapshot {
    const { stored } = this;
    const { details } = this.game.facts;
    const options = this.match?.setup.options ?? stored.options;
    return {
      table: stored.id,
      version: this.version,
      game: stored.game,
      rules_version: details.rules_version,
      options: details.options.map(({ name, default: usual }) => `${name}=${writeOption(options[name] ?? usual)}`).join(" "),
      settings: stored.settings,
      status: stored.status,
      you: YOU,
      seats: this.seats(),
      commitment: stored.status !== "open" || stored.is_starting ? this.commitment : null,
      shuffle: this.shuffle(),
      position: this.position(),
      moves: this.recent,
      chat: [],
      result: this.result(),
      rematch: stored.rematch,
      rematch_of: stored.rematch_of,
      teams: null,
    };
  }

  /** Returns the match, once it has started. */
  get played(): OfflineMatch | null {
    return this.match;
  }
}


