// @vitest-environment node
// Whole matches at a table of the page, in virtual time. The server's Python verifies their logs.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { Bots } from "../../src/offline/bots";
import { loadDeckReader } from "../../src/offline/deckReader";
import type { LoadedGame } from "../../src/offline/offlineMatch";
import { OfflineApi, type OfflineApiHost } from "../../src/offline/offlineApi";
import { memoryStore } from "../../src/offline/matchStore";
import type { DeckText, LogCheck, Replay } from "../../src/types/http";
import type { FromServer, Snapshot } from "../../src/types/messages";
import { buildGames, GAMES, loadGame, ownDeck, python } from "./gameFiles";

const LEVELS = process.env.DOTTABLE_FULL ? (["newcomer", "casual", "steady", "sharp", "master"] as const) : (["newcomer"] as const);
/** Moves of the player before they end the match; a full run plays to the end. */
const MAX_MOVES = process.env.DOTTABLE_FULL ? Infinity : 8;
const PROFILE = { name: "Ann", colour: "#d1495b" };
const ENTROPY = "07".repeat(32);
const ENTROPY_HASH = "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0";
let folder = "";

beforeAll(async () => {
  folder = await buildGames();
}, 300_000);

/** A service in virtual time, with bots of this game. */
async function startService(slug: string) {
  const game = await loadGame(folder, slug);
  const bots = new Bots(game.gameData, game.play, game.search);
  const timers: { at: number; call: () => void }[] = [];
  let [now, drawn] = [1_000_000, 0];
  const host: OfflineApiHost = {
    store: memoryStore(),
    load: async () => game as LoadedGame,
    gameData: async () => game.gameData,
    deckReader: async () => loadDeckReader(readFileSync(join(folder, slug, "deck.bundle"), "utf8")),
    hint: async () => ({ action: 0, words: "", idea: "" }),
    review: async () => {},
    games: () => [slug],
    choose: async (_, request) => bots.choose(request, new Uint8Array(32).fill(++drawn)),
    now: () => now,
    after: (ms, call) => {
      const timer = { at: now + ms, call };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
    },
    randomBytes: (count) => new Uint8Array(count).fill(++drawn),
  };
  /** Lets promises settle, then moves the time to the next timer. */
  const step = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    timers.sort((a, b) => a.at - b.at);
    const next = timers.shift();
    if (next) {
      now = Math.max(now, next.at);
      next.call();
    }
    return next !== undefined;
  };
  return { service: new OfflineApi(host), step, bots };
}

/** Plays a match: whenever the player may act, the offered actions are taken in turn. */
async function playMatch(slug: string, level: (typeof LEVELS)[number], deck: DeckText | null = null) {
  const { service, step } = await startService(slug);
  const opened = (await service.request("POST", "/tables", { game: slug, bots: [level], starts: true, entropy_hash: ENTROPY_HASH, deck }, PROFILE)) as Snapshot;
  expect(opened.shuffle.is_starting).toBe(true);
  const received: FromServer[] = [];
  const socket = (await service.connect(opened.table, (message) => received.push(message)))!;
  socket.receive({ kind: "reveal", client_id: "reveal", entropy: ENTROPY }, 1_000_000);
  let [taken, version] = [0, 0];
  for (let n = 0; n < 20_000; n++) {
    const table = (await service.request("GET", `/tables/${opened.table}`, null, PROFILE)) as Snapshot;
    if (table.status === "over" || table.status === "aborted") return { service, table, received };
    if (taken >= MAX_MOVES) socket.receive({ kind: "abort", client_id: "end" }, 0);
    const legal = table.position?.legal ?? [];
    if (legal.length && table.version !== version) {
      version = table.version;
      socket.receive({ kind: "move", client_id: `${n}`, action: legal[taken++ % legal.length]! }, 0);
    }
    if (!(await step()) && table.version === version && !legal.length) await step();
  }
  throw new Error("The match never ended.");
}

test.each(["dobble_connect", "dot_allot", "dots_72"])("%s with an own deck: the log holds the deck and is valid", async (slug) => {
  const { gameData } = await loadGame(folder, slug);
  const deck = { name: "own ü.toml", text: ownDeck(gameData.details.deck!.text) };
  const { service, table } = await playMatch(slug, "newcomer", deck);
  const log = (await service.request("GET", `/matches/${table.table}/log`, null, PROFILE)) as string;
  expect(log).toContain(`deck own `);
  const path = join(mkdtempSync(join(tmpdir(), "logs-")), "match.log");
  writeFileSync(path, log);
  expect(python("-m", "dottable", "verify", path)).toContain("valid");
  const check = (await service.request("POST", "/logs/verify", { text: log }, PROFILE)) as LogCheck;
  expect(check.is_valid, check.sentence).toBe(true);
  const other = { ...deck, text: `x = [\n${deck.text}` };
  await expect(service.request("POST", "/tables", { game: slug, deck: other }, PROFILE)).rejects.toThrow(/^own ü.toml/);
}, 600_000);

test.each(GAMES.flatMap((slug) => LEVELS.map((level) => [slug, level] as const)))(
  "%s against %s: the log is valid",
  async (slug, level) => {
    const { service, table, received } = await playMatch(slug, level);
    const log = (await service.request("GET", `/matches/${table.table}/log`, null, PROFILE)) as string;
    const path = join(mkdtempSync(join(tmpdir(), "logs-")), "match.log");
    writeFileSync(path, log);
    expect(python("-m", "dottable", "verify", path)).toContain("valid");
    const check = (await service.request("POST", "/logs/verify", { text: log }, PROFILE)) as LogCheck;
    expect(check.is_valid, check.sentence).toBe(true);
    const changed = (await service.request("POST", "/logs/verify", { text: log.replace(/ (\d+) ([0-9a-f]{8})\n/, " 1$1 $2\n") }, PROFILE)) as LogCheck;
    expect(changed.is_valid).toBe(false);
    const replay = (await service.request("GET", `/matches/${table.table}/replay?seat=0&first=0`, null, PROFILE)) as Replay;
    expect(replay.moves).toBe(table.position!.move_number);
    const events = received.flatMap((message) => (message.kind === "event" ? [message.event] : []));
    expect(events.map((event) => event.version)).toEqual(events.map((_, k) => events[0]!.version + k));
    expect(events.filter((event) => event.move)).toHaveLength(replay.moves);
    expect(events.find((event) => event.move)!.position!.view).toEqual(replay.steps[0]!.view);
  },
  600_000,
);
