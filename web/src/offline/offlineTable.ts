// A table on this device: seats, bots, clock and messages around one match, as `src/dottable/table` on the server.
//
// It answers the messages of the WebSocket protocol, so the page needs not know where its table is. No rule stands here:
// legality, who acts, deadlines and results come from the rules (play.wasm), views and narration from the game's Python.
import { bytesFromHex, sha256 } from "../lib/sha256";
import type { EventInfo, FromClient, FromServer, MoveInfo, Position, RaceInfo, Snapshot } from "../types/messages";
import { PlannedBotMoves, type TableMoment } from "./plannedBotMoves";
import type { BotRequest, BotChoice } from "./bots";
import { CLOCK_SEAT, type BotLevel } from "./gameData";
import { OfflineMatch, optionValueText, type LoadedGame } from "./offlineMatch";
import type { MovedBy, StoredMatch } from "./matchStore";
import { commitmentOf, moveInfo, positionOf, resultOf, seatInfos, shuffleInfo, OWN_SEAT } from "./tableMessages";

const PROTOCOL_VERSION = 2;
const MAX_RECENT_MOVES = 6;
const SEAT_COLOURS = ["#d1495b", "#2f6fb5", "#3a8f4d", "#e07a1f", "#7a52b3", "#1b8a8a", "#c2478f", "#b8860b"];
const BOT_NAMES = ["Ada", "Bix", "Cleo", "Dex", "Fay", "Gus", "Ivo", "Juno", "Kit", "Lux", "Mo", "Nia"];

/** Functions of the worker that a table calls: clock, timers, storage. */
export interface TableHost {
  /** Time in milliseconds since the epoch. */
  now(): number;
  choose(request: BotRequest): Promise<BotChoice>;
  save(match: StoredMatch): void;
  /** Run `call` after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, call: () => void): () => void;
  /** Open a rematch and return its id. */
  rematch(of: StoredMatch): string;
}

/** Return the seat of a new bot with an unused name and colour, chosen as on the server. */
export function newBotSeat(level: BotLevel, seats: StoredMatch["seats"]): { name: string; colour: string; bot: BotLevel } {
  const usedNames = seats.map((seat) => seat?.name.toLowerCase());
  const usedColours = seats.map((seat) => seat?.colour);
  return {
    name: BOT_NAMES.find((name) => !usedNames.includes(name.toLowerCase())) ?? `Bot ${seats.length}`,
    colour: SEAT_COLOURS.find((colour) => !usedColours.includes(colour)) ?? SEAT_COLOURS[0]!,
    bot: level,
  };
}

export class OfflineTable {
  private version = 1;
  private match: OfflineMatch | null = null;
  private startedAt = 0;
  private recent: MoveInfo[] = [];
  private progress: number[][] = [];
  private readonly plans: PlannedBotMoves;
  private cancelTimer: (() => void) | null = null;
  private sockets = new Set<(message: FromServer) => void>();

  constructor(
    readonly stored: StoredMatch,
    private readonly game: LoadedGame,
    private readonly host: TableHost,
  ) {
    this.plans = new PlannedBotMoves(game, stored);
    if (stored.status === "open") return;
    const startedMatch = (this.match = this.newMatch());
    let before = startedMatch.scores();
    for (const [k, move] of stored.moves.entries()) {
      const recordBefore = startedMatch.record;
      startedMatch.apply(move.seat, move.action, move.at_ms);
      before = this.noteScores(before);
      this.version += 1;
      if (k >= stored.moves.length - MAX_RECENT_MOVES) this.recent.push(this.moveInfo(recordBefore, move, null));
    }
    if (stored.status === "live") this.resume();
  }

  // Connections

  /** Add a connection, which receives messages from now on. */
  connect(send: (message: FromServer) => void): void {
    if (this.sockets.size === 0 && this.stored.status === "live") this.resume();
    this.sockets.add(send);
    send({ kind: "welcome", table: this.stored.id, seat: OWN_SEAT, protocol: PROTOCOL_VERSION, server: "offline" });
    send({ kind: "snapshot", table: this.snapshot() });
    this.update();
  }

  /** Remove a connection. Without one, the match waits. */
  disconnect(send: (message: FromServer) => void): void {
    this.sockets.delete(send);
    if (this.sockets.size) return;
    this.cancelTimer?.();
    this.plans.forgetPlans();
  }

  /** Handle a message of the player. `at` is the time of its arrival in milliseconds since the epoch. */
  receive(message: FromClient, at: number, send: (message: FromServer) => void): void {
    if (message.kind === "refresh") return send({ kind: "snapshot", table: this.snapshot() });
    if (message.kind === "hello" || message.kind === "pong") return;
    const clientId = message.client_id ?? null;
    const sendRefusal = (sentence: string, code = "not-possible") => send({ kind: "refused", client_id: clientId, code, sentence });
    if (message.kind === "preview") return this.preview(message.action, clientId, send, sendRefusal);
    this.runDue(at);
    const refusal = this.carryOut(message, at);
    if (refusal) sendRefusal(refusal.sentence, refusal.code);
    else send({ kind: "ack", client_id: clientId, version: this.version });
    this.update();
  }

  private preview(action: number, clientId: string | null, send: (message: FromServer) => void, refuse: (sentence: string, code?: string) => void): void {
    const { match } = this;
    if (!match || this.stored.status !== "live") return refuse("The match is not being played.", "not-live");
    const moveRefusal = match.refusal(OWN_SEAT, action, Math.max(this.matchMs(), match.nowMs));
    if (moveRefusal) return refuse(moveRefusal.sentence, "rules");
    const movePreview = this.game.texts.preview(match.determinized(OWN_SEAT), OWN_SEAT, action, match.nowMs);
    if (movePreview === null) return refuse("There is no preview of this move.", "no_preview");
    send({ kind: "previewed", client_id: clientId, action, version: this.version, preview: movePreview });
  }

  /** Execute a command. Returns the reason why it is refused, or null. */
  private carryOut(message: Exclude<FromClient, { kind: "hello" | "pong" | "refresh" | "preview" }>, at: number): { sentence: string; code: string } | null {
    const { stored } = this;
    switch (message.kind) {
      case "move":
        return this.move(message.action, at);
      case "contribute":
        stored.entropy_hash = message.entropy_hash;
        this.broadcast("contributed", { shuffle: shuffleInfo(this.stored) });
        return null;
      case "reveal":
        return this.reveal(message.entropy);
      case "start":
        return this.start();
      case "ready":
        return stored.status === "live" ? this.dealForBot(at) : this.start();
      case "seatbot":
        return this.seatBot(message.level, message.seat ?? null);
      case "unseat":
        if (stored.status !== "open" || message.seat === OWN_SEAT) return { sentence: "This seat cannot be freed.", code: "not-open" };
        stored.seats[message.seat] = null;
        this.broadcast("seats", { seats: seatInfos(this.game.gameData, this.stored), shuffle: shuffleInfo(this.stored) });
        return null;
      case "abort":
      case "stand":
        return this.end("aborted");
      case "rematch":
        return this.rematch();
      case "say":
      case "react":
        this.broadcast(message.kind === "say" ? "said" : "reacted", {
          chat_message: { version: this.version + 1, at, seat: OWN_SEAT, name: stored.seats[OWN_SEAT]!.name, text: message.kind === "say" ? message.text : message.reaction },
        });
        return null;
      default:
        return { sentence: "This needs a server. On this device, bots take all other seats.", code: "offline" };
    }
  }

  // Before the match

  private seatBot(level: BotLevel, wanted: number | null): { sentence: string; code: string } | null {
    const { seats, status } = this.stored;
    const seat = wanted ?? seats.findIndex((one) => one === null);
    if (status !== "open" || seat < 0 || seats[seat] !== null) return { sentence: "This seat is taken. Choose another one.", code: "seat-taken" };
    seats[seat] = newBotSeat(level, seats);
    this.broadcast("seats", { seats: seatInfos(this.game.gameData, this.stored), shuffle: shuffleInfo(this.stored) });
    return null;
  }

  private start(): { sentence: string; code: string } | null {
    const { stored } = this;
    if (stored.status !== "open" || stored.is_starting) return { sentence: "The match has already started.", code: "not-open" };
    if (stored.seats.includes(null)) return { sentence: "Some seats are empty. Add bots.", code: "not-full" };
    if (stored.entropy_hash === null) return this.begin();
    stored.is_starting = true;
    this.broadcast("preparing", { shuffle: shuffleInfo(this.stored), commitment: commitmentOf(this.stored) });
    return null;
  }

  private reveal(entropy: string): { sentence: string; code: string } | null {
    const { stored } = this;
    if (stored.status !== "open" || !stored.is_starting) return { sentence: "No start waits for a part of the shuffle from you.", code: "no-reveal-due" };
    if (sha256(bytesFromHex(entropy)) !== stored.entropy_hash) return { sentence: "These bytes do not have the hash that was sent.", code: "wrong-entropy" };
    stored.contributions = [{ seat: OWN_SEAT, entropy }];
    this.broadcast("revealed", { shuffle: shuffleInfo(this.stored) });
    return this.begin();
  }

  private begin(): null {
    this.stored.status = "live";
    this.stored.is_starting = false;
    this.match = this.newMatch();
    this.startedAt = this.host.now();
    this.plans.updateWaits(this.match, this.moment(), null);
    this.broadcast("started", { seats: seatInfos(this.game.gameData, this.stored), commitment: commitmentOf(this.stored), shuffle: shuffleInfo(this.stored) }, true);
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

  /** Continue the clock from the last move: the match has waited since then. */
  private resume(): void {
    this.startedAt = this.host.now() - this.match!.nowMs;
    this.plans.restart(this.match!, this.moment());
  }

  private move(action: number, at: number): { sentence: string; code: string } | null {
    const { match } = this;
    if (!match || this.stored.status !== "live") return { sentence: "The match is not being played.", code: "not-live" };
    const atMs = Math.max(this.matchMs(at), match.nowMs);
    const refusal = match.refusal(OWN_SEAT, action, atMs);
    if (refusal) return { sentence: refusal.sentence, code: "rules" };
    this.apply(OWN_SEAT, action, atMs, "player");
    return null;
  }

  /** Let the bot deal that is to begin the next round. */
  private dealForBot(at: number): { sentence: string; code: string } | null {
    const currentMatch = this.match!;
    const [dealer, other] = currentMatch.toAct;
    const dealActions = dealer === undefined || other !== undefined || !this.stored.seats[dealer]?.bot ? [] : currentMatch.legal(dealer);
    if (dealActions.length !== 1 || !this.plans.isDeal(dealActions[0]!)) return { sentence: "The match has already started.", code: "not-open" };
    this.apply(dealer!, dealActions[0]!, Math.max(this.matchMs(at), currentMatch.nowMs), "bot");
    return null;
  }

  /** Make a legal move, and send the event to the player. */
  private apply(seat: number, action: number, atMs: number, by: MovedBy): void {
    const currentMatch = this.match!;
    const [recordBefore, scores] = [currentMatch.record, currentMatch.scores()];
    const moveRefusal = currentMatch.apply(seat, action, atMs);
    if (moveRefusal) throw new Error(moveRefusal.sentence);
    this.noteScores(scores);
    const move = { seat, action, at_ms: atMs, by };
    this.stored.moves.push(move);
    this.version += 1;
    this.plans.update(currentMatch, this.moment(), seat);
    const race = this.plans.isRace(action) ? ({ reason: "unrivalled", rivals: [{ seat, credited_ms: atMs }] } satisfies RaceInfo) : null;
    const info = this.moveInfo(recordBefore, move, race);
    this.recent = [...this.recent, info].slice(-MAX_RECENT_MOVES);
    this.tell("moved", { move: info }, true);
    if (currentMatch.isOver) this.end("finished");
  }

  private noteScores(before: number[]): number[] {
    const now = this.match!.scores();
    if (now.some((points, seat) => points !== before[seat])) this.progress.push(now);
    return now;
  }

  private end(reason: "finished" | "aborted"): { sentence: string; code: string } | null {
    const { stored, match } = this;
    if (stored.status === "over" || stored.status === "aborted") return { sentence: "This table is closed: the match has ended.", code: "ended" };
    stored.status = reason === "finished" ? "over" : "aborted";
    stored.scores = match?.scores() ?? [];
    stored.winners = match?.winners() ?? [];
    this.plans.end();
    this.broadcast("ended", { seats: seatInfos(this.game.gameData, this.stored), result: resultOf(this.stored, this.match, this.progress) }, match !== null);
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

  /** Play due moves, ask bots for theirs, and set the timer for the next due move. */
  private update(): void {
    this.cancelTimer?.();
    if (this.stored.status !== "live" || !this.sockets.size) return;
    this.runDue(this.host.now());
    if (!this.match || this.stored.status !== "live") return;
    this.askBots();
    const due = this.plans.nextDue(this.match);
    if (due) this.cancelTimer = this.host.after(Math.max(0, due.at_ms - this.matchMs()), () => this.update());
  }

  /** Make all moves of bots and of the clock that were due before a time in milliseconds since the epoch. */
  private runDue(at: number): void {
    while (this.match && this.stored.status === "live") {
      const due = this.plans.nextDue(this.match);
      if (!due || due.at_ms > this.matchMs(at)) return;
      const atMs = Math.max(due.at_ms, this.match.nowMs);
      if (due.seat === CLOCK_SEAT) {
        this.apply(CLOCK_SEAT, this.match.legal(CLOCK_SEAT)[0]!, atMs, "clock");
      } else {
        const plannedAction = this.plans.plannedAction(due.seat);
        if (this.match.refusal(due.seat, plannedAction, atMs)) this.plans.discard(due.seat, this.moment());
        else this.apply(due.seat, plannedAction, atMs, "bot");
      }
    }
  }

  private askBots(): void {
    const currentMatch = this.match!;
    for (const { seat, version } of this.plans.takeQuestions()) {
      const { record: state, nowMs: now_ms } = currentMatch;
      const publicHistories = this.game.texts.histories(state, currentMatch.actions);
      const botRequest = { seat, level: this.stored.seats[seat]!.bot!, state, now_ms, offered: currentMatch.offered(seat), histories: publicHistories };
      void this.host.choose(botRequest).then((choice) => this.plan(seat, version, choice));
    }
  }

  private plan(seat: number, version: number, choice: BotChoice): void {
    this.plans.answered(seat, version);
    if (this.stored.status !== "live" || !this.sockets.size) return;
    this.plans.plan(this.match!, seat, version, choice, this.moment());
    this.update();
  }

  private moment(): TableMoment {
    return { ms: this.matchMs(), version: this.version };
  }

  // Messages

  private broadcast(kind: EventInfo["kind"], fields: Partial<EventInfo>, withPosition = false): void {
    this.version += 1;
    this.tell(kind, fields, withPosition);
  }

  /** Save the match, then send an event to the player. */
  private tell(kind: EventInfo["kind"], fields: Partial<EventInfo>, withPosition: boolean): void {
    const at = this.host.now();
    this.stored.updated_at = at;
    this.host.save(this.stored);
    const positionField = withPosition ? { position: this.position } : {};
    const tableEvent = { version: this.version, at, kind, status: this.stored.status, ...fields, ...positionField };
    for (const send of this.sockets) send({ kind: "event", event: tableEvent });
  }

  private get position(): Position | null {
    return this.match && positionOf(this.match, OWN_SEAT, this.matchMs());
  }

  private moveInfo(before: Uint8Array, move: StoredMatch["moves"][number], race: RaceInfo | null): MoveInfo {
    return moveInfo(this.game, { before, after: this.match!.record }, move, race, this.version);
  }

  snapshot(): Snapshot {
    const { stored } = this;
    const { details } = this.game.gameData;
    const chosenOptions = this.match?.setup.options ?? stored.options;
    return {
      table: stored.id,
      version: this.version,
      game: stored.game,
      rules_version: details.rules_version,
      options: details.options.map(({ name, default: usual }) => `${name}=${optionValueText(chosenOptions[name] ?? usual)}`).join(" "),
      settings: stored.settings,
      status: stored.status,
      you: OWN_SEAT,
      seats: seatInfos(this.game.gameData, this.stored),
      commitment: stored.status !== "open" || stored.is_starting ? commitmentOf(this.stored) : null,
      shuffle: shuffleInfo(this.stored),
      position: this.position,
      moves: this.recent,
      chat: [],
      result: resultOf(this.stored, this.match, this.progress),
      rematch: stored.rematch,
      rematch_of: stored.rematch_of,
      teams: null,
    };
  }

  isRace(action: number): boolean {
    return this.plans.isRace(action);
  }

  /** Record that the player took a hint after `moveNumber` moves, for the replay. */
  noteHint(moveNumber: number, level: "idea" | "move"): void {
    (this.stored.hints ??= {})[moveNumber] = level;
    this.host.save(this.stored);
  }

  /** Return the match, once it has started. */
  get played(): OfflineMatch | null {
    return this.match;
  }
}


