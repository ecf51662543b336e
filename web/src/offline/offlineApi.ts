// Answers the requests of the HTTP API and the sockets of tables on this device. It runs in a worker, so that the page never
// waits for it.
import type { DeckCards, DeckText, GameDetails, HintAnswer, HintRequest, LogCheck, MatchReview, NewTable, PlayerWithToken, Replay } from "../types/http";
import type { FromClient, FromServer, Position, Snapshot } from "../types/messages";
import type { BotRequest, BotChoice } from "./bots";
import type { GameData, BotLevel } from "./gameData";
import { BadDeck, type DeckReader, type CheckedDeck } from "./deckReader";
import { deckOfLog, gameOfLog, verifyLog, writeLog } from "./matchLog";
import { InvalidOption, OfflineMatch, type LoadedGame } from "./offlineMatch";
import { RequestProblem } from "./requestProblem";
import { LOCAL_PREFIX, seatNamesOf, type StoredMatch } from "./matchStore";
import { StudyService, type StudyHost } from "./studyService";
import { newBotSeat, OfflineTable, type TableHost } from "./offlineTable";

/** Number of moves in a page of a replay. */
const MAX_REPLAY_STEPS = 200;
const SEED_BYTES = 32;
const SALT_BYTES = 16;

/** Colour of a player who chose none. */
const DEFAULT_PLAYER_COLOUR = "#d1495b";
const NEEDS_SERVER_SENTENCE = "This needs a server. It works again when you are connected.";

export interface PlayerProfile {
  name: string;
  colour: string | null;
}

/** Functions of the worker that the API calls. */
export interface OfflineApiHost extends StudyHost {
  load(slug: string): Promise<LoadedGame>;
  gameData(slug: string): Promise<GameData>;
  deckReader(slug: string): Promise<DeckReader>;
  games(): string[];
  choose(slug: string, request: BotRequest): Promise<BotChoice>;
  now(): number;
  after: TableHost["after"];
  randomBytes(count: number): Uint8Array;
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export class OfflineApi {
  private readonly tables = new Map<string, Promise<OfflineTable>>();

  private readonly study: StudyService;

  constructor(private readonly host: OfflineApiHost) {
    this.study = new StudyService(host);
  }

  /** Answer a request of the HTTP API, without its prefix `/api/v1`. Throws a RequestProblem. */
  async request(method: string, path: string, body: unknown, profile: PlayerProfile): Promise<unknown> {
    const url = new URL(path, "http://offline");
    const [first, second, third] = url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
    if (first === "games" && second && third === "deck" && method === "POST") return this.checkDeck(second, body as DeckText);
    if (first === "games") return this.games(second, third);
    if (first === "tables" && method === "POST" && !second) return this.newTable(body as NewTable, profile);
    if (first === "tables" && second && third === "hint") return this.hint(second, (body as HintRequest).level);
    if (first === "tables" && second && !third) return (await this.table(second)).snapshot();
    if (first === "tables" && !second) return { tables: [] };
    if (first === "matches" && !second) return { tables: [] };
    if (first === "matches" && second && third === "log") return this.log(second);
    if (first === "matches" && second && third === "replay") return this.replay(second, url.searchParams);
    if (first === "matches" && second && third === "review") return this.review(second);
    if (first === "matches" && second && third === "position") return this.position(second, url.searchParams);
    if (first === "puzzles" && !second) return this.study.puzzles();
    if (first === "logs" && second === "verify") return this.verify((body as { text: string }).text);
    if (first === "players" && method !== "DELETE") return this.player(body as Partial<PlayerProfile>, profile);
    throw new RequestProblem(503, "offline", NEEDS_SERVER_SENTENCE);
  }

  /** Return the player of this device. Its token is valid on no server; a server registers the player again. */
  private player({ name, colour }: Partial<PlayerProfile>, profile: PlayerProfile): PlayerWithToken {
    return { id: "offline", name: name ?? profile.name, colour: colour ?? profile.colour ?? DEFAULT_PLAYER_COLOUR, token: "offline" };
  }

  private async games(slug: string | undefined, part: string | undefined): Promise<unknown> {
    if (slug === undefined) {
      const detailsOfGames = await Promise.all(this.host.games().map((one) => this.details(one)));
      return { games: detailsOfGames };
    }
    if (part === "readiness") return { is_ready: true, ready_games: this.host.games().length, games: this.host.games().length };
    if (part !== undefined) throw new RequestProblem(503, "offline", NEEDS_SERVER_SENTENCE);
    const gameDetails = await this.details(slug);
    void this.host.load(slug).catch(() => {}); // whoever opens the page of a game is likely to play it
    return gameDetails;
  }

  private async details(slug: string): Promise<GameDetails> {
    this.check(slug);
    return (await this.host.gameData(slug)).details;
  }

  private check(slug: string): void {
    if (!this.host.games().includes(slug)) throw new RequestProblem(404, "not_found", "This device does not have this game.");
  }

  private async loaded(slug: string): Promise<LoadedGame> {
    this.check(slug);
    return this.host.load(slug);
  }

  /** Read a custom deck. Throws, for an invalid one, the sentence that the server would send. */
  private async readDeck(slug: string, { text, name = "deck.toml" }: DeckText): Promise<CheckedDeck> {
    const { has_deck, title } = await this.details(slug);
    if (!has_deck) throw new RequestProblem(400, "invalid", `${title} does not take a custom deck.`);
    const read = await this.host.deckReader(slug);
    try {
      return read(text, name);
    } catch (error) {
      if (error instanceof BadDeck) throw new RequestProblem(400, "invalid", error.message);
      throw error;
    }
  }

  /** Check a custom deck. Without a server there are no pictures of its cards. */
  private async checkDeck(slug: string, given: DeckText): Promise<DeckCards> {
    const { deck, warnings } = await this.readDeck(slug, given);
    return { deck: { name: deck.name, hash: deck.hash, text: deck.text }, cards: {}, warnings };
  }

  // Tables

  private async newTable(request: NewTable, profile: PlayerProfile): Promise<Snapshot> {
    const game = await this.loaded(request.game);
    const deck = request.deck ? (await this.readDeck(request.game, request.deck)).deck : null;
    const seatCount = request.seats ?? game.gameData.details.min_seats;
    const newSeats: StoredMatch["seats"] = [{ name: profile.name || "You", colour: profile.colour ?? DEFAULT_PLAYER_COLOUR, bot: null }];
    for (const level of (request.bots ?? []) as BotLevel[]) if (newSeats.length < seatCount) newSeats.push(newBotSeat(level, newSeats));
    while (newSeats.length < seatCount) newSeats.push(null);
    const newStored = this.newMatch(request.game, game, { seats: newSeats, options: request.options ?? {}, settings: request.settings ?? {}, deck, entropy_hash: request.entropy_hash ?? null });
    try {
      new OfflineMatch(game, { seats: seatCount, options: newStored.options, seed: newStored.seed, salt: newStored.salt, contributions: [], deck });
    } catch (error) {
      if (error instanceof InvalidOption) throw new RequestProblem(400, "option", error.message);
      throw error;
    }
    if (request.starts) newStored.is_starting = true;
    await this.host.store.put(newStored);
    return (await this.table(newStored.id)).snapshot();
  }

  private newMatch(slug: string, game: LoadedGame, given: Pick<StoredMatch, "seats" | "options" | "settings" | "deck" | "entropy_hash"> & Partial<StoredMatch>): StoredMatch {
    const now = this.host.now();
    return {
      id: LOCAL_PREFIX + hex(this.host.randomBytes(8)),
      game: slug,
      rules_version: game.gameData.details.rules_version,
      status: "open",
      created_at: now,
      updated_at: now,
      seed: hex(this.host.randomBytes(SEED_BYTES)),
      salt: hex(this.host.randomBytes(SALT_BYTES)),
      is_starting: false,
      contributions: [],
      moves: [],
      scores: [],
      winners: [],
      rematch: null,
      rematch_of: null,
      uploaded: null,
      ...given,
      // Without other people, a time limit would be the player's own only.
      settings: { ...given.settings, move_limit_s: null, match_limit_s: null },
    };
  }

  private table(id: string): Promise<OfflineTable> {
    let table = this.tables.get(id);
    if (!table) {
      table = this.restore(id);
      this.tables.set(id, table);
      table.catch(() => this.tables.delete(id));
    }
    return table;
  }

  private async restore(id: string): Promise<OfflineTable> {
    const storedMatch = await this.stored(id);
    const game = await this.loaded(storedMatch.game);
    if (game.gameData.details.rules_version !== storedMatch.rules_version && storedMatch.status === "live") {
      throw new RequestProblem(409, "rules_changed", "The rules have changed since this match began. It cannot be continued.");
    }
    return new OfflineTable(storedMatch, game, {
      now: this.host.now,
      after: this.host.after,
      choose: (request) => this.host.choose(storedMatch.game, request),
      save: (match) => void this.host.store.put(match),
      rematch: (of) => this.rematch(of, game),
    });
  }

  private rematch(of: StoredMatch, game: LoadedGame): string {
    const { seats, options, settings, deck, id } = of;
    const rematchStored = this.newMatch(of.game, game, { seats: [...seats], options, settings, deck, entropy_hash: null, rematch_of: id });
    this.tables.set(rematchStored.id, this.host.store.put(rematchStored).then(() => this.restore(rematchStored.id)));
    return rematchStored.id;
  }

  private async stored(id: string): Promise<StoredMatch> {
    const storedMatch = await this.host.store.get(id);
    if (!storedMatch) throw new RequestProblem(404, "not_found", "This device has no such match.");
    return storedMatch;
  }

  /** Connect a socket to a table. Resolves with a function that handles the socket's messages; null if there is no such table. */
  async connect(id: string, send: (message: FromServer) => void): Promise<{ receive(message: FromClient, at: number): void; close(): void } | null> {
    try {
      const requestedTable = await this.table(id);
      requestedTable.connect(send);
      return { receive: (message, at) => requestedTable.receive(message, at, send), close: () => requestedTable.disconnect(send) };
    } catch (error) {
      if (error instanceof RequestProblem) return null;
      throw error;
    }
  }

  // Matches

  private async finished(id: string): Promise<StoredMatch> {
    const storedMatch = this.tables.has(id) ? (await this.table(id)).stored : await this.stored(id);
    if (storedMatch.status === "open" || storedMatch.status === "live") throw new RequestProblem(409, "not_ended", "This match is not over yet. Its log contains the secret seed.");
    return storedMatch;
  }

  private async log(id: string): Promise<string> {
    const storedMatch = await this.finished(id);
    return writeLog(await this.matchOf(storedMatch), seatNamesOf(storedMatch), storedMatch.moves);
  }

  /** Return a match before its first move. */
  private async matchOf(stored: StoredMatch): Promise<OfflineMatch> {
    const { seats, options, seed, salt, contributions, deck } = stored;
    return new OfflineMatch(await this.loaded(stored.game), { seats: seats.length, options, seed, salt, contributions, deck });
  }

  /** Return a hint, and record for the replay that it was taken. */
  private async hint(id: string, level: HintRequest["level"]): Promise<HintAnswer> {
    const hintTable = await this.table(id);
    const hintAnswer = await this.study.hint(id, hintTable.stored.status === "live" ? hintTable.played : null, (action) => hintTable.isRace(action), level);
    hintTable.noteHint(hintAnswer.move_number, level);
    return hintAnswer;
  }

  private async review(id: string): Promise<MatchReview> {
    const storedMatch = await this.finished(id);
    const reviewedMatch = await this.matchOf(storedMatch);
    for (const move of storedMatch.moves) reviewedMatch.apply(move.seat, move.action, move.at_ms);
    return this.study.review(storedMatch, reviewedMatch, seatNamesOf(storedMatch));
  }

  private async position(id: string, asked: URLSearchParams): Promise<Position> {
    const storedMatch = await this.finished(id);
    return this.study.position(await this.matchOf(storedMatch), storedMatch.moves, Number(asked.get("move")), Number(asked.get("seat")));
  }

  private async verify(text: string): Promise<LogCheck> {
    const slug = gameOfLog(text);
    if (slug === null || !this.host.games().includes(slug)) return { is_valid: false, sentence: "This device does not have the game of this log." };
    const game = await this.loaded(slug);
    try {
      const own = deckOfLog(text);
      return verifyLog(game, text, own && (await this.readDeck(slug, own)).deck);
    } catch (error) {
      return { is_valid: false, sentence: error instanceof Error ? error.message : String(error) };
    }
  }

  private async replay(id: string, asked: URLSearchParams): Promise<Replay> {
    const storedMatch = await this.finished(id);
    const replayedMatch = await this.matchOf(storedMatch);
    const viewerSeat = Number(asked.get("seat") ?? -1);
    const firstMoveNumber = Math.min(Number(asked.get("first") ?? 0), storedMatch.moves.length);
    for (const move of storedMatch.moves.slice(0, firstMoveNumber)) replayedMatch.apply(move.seat, move.action, move.at_ms);
    const startView = replayedMatch.game.texts.view(replayedMatch.record, viewerSeat);
    const replaySteps = storedMatch.moves.slice(firstMoveNumber, firstMoveNumber + MAX_REPLAY_STEPS).map((move, k) => ({ ...replayStep(replayedMatch, firstMoveNumber + k + 1, move, viewerSeat), hint: storedMatch.hints?.[firstMoveNumber + k] ?? null }));
    return {
      id,
      game: storedMatch.game,
      options: [...replayedMatch.writtenOptions].map(([name, value]) => `${name}=${value}`).join(" "),
      seats: storedMatch.seats.length,
      names: seatNamesOf(storedMatch),
      viewer: viewerSeat,
      moves: storedMatch.moves.length,
      first: firstMoveNumber,
      start: startView,
      steps: replaySteps,
      commitment: replayedMatch.commitment,
      seed: storedMatch.seed,
      salt: storedMatch.salt,
      is_finished: storedMatch.status === "over",
      is_imported: false,
      shuffle: (await this.table(id)).snapshot().shuffle,
    };
  }
}

/** Make move number `n` of a replay, and return the replay step as a viewer saw it. */
function replayStep(match: OfflineMatch, n: number, move: StoredMatch["moves"][number], viewer: number): Replay["steps"][number] {
  const { texts, gameData } = match.game;
  const recordBefore = match.record;
  match.apply(move.seat, move.action, move.at_ms);
  const isVisible = move.seat === viewer || texts.isPublic(move.action);
  const verb = gameData.details.verbs.findLast(({ first }) => first <= move.action)!;
  return {
    n,
    seat: move.seat,
    action: move.action,
    notation: texts.writeAction(move.action),
    at_ms: move.at_ms,
    narration: texts.narration(recordBefore, match.record, viewer, move.seat, isVisible ? move.action : verb.first) as Replay["steps"][number]["narration"],
    view: texts.view(match.record, viewer),
    scores: match.scores(),
    by: move.by,
  };
}
