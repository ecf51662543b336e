// The worker in which the tables of this device live: MicroPython, the rules, and the log of each match.
import micropython from "@micropython/micropython-webassembly-pyscript/micropython.wasm?url";
import type { FromClient, FromServer } from "../types/messages";
import type { BotRequest, Choice } from "./bots";
import type { BotAnswer, BotQuestion } from "./botWorker";
import { loadDeckReader, type DeckReader } from "./deckReader";
import { gamesOfBuild, loadBundle, loadDeckBundle, loadFacts, loadModule } from "./files";
import type { GameFacts } from "./facts";
import type { LoadedGame } from "./match";
import { GameTexts } from "./python";
import runtime from "./runtime.py?raw";
import { OfflineService, RequestProblem, type Profile } from "./service";
import { openStore } from "./stored";

/** A message of the page to the worker. Sockets and requests have numbers. */
export type ToWorker =
  | { kind: "request"; n: number; method: string; path: string; body: unknown; profile: Profile }
  | { kind: "connect"; socket: number; table: string }
  | { kind: "message"; socket: number; message: FromClient; at: number }
  | { kind: "disconnect"; socket: number };

/** A message of the worker to the page. */
export type FromWorker =
  | { kind: "answer"; n: number; value: unknown }
  | { kind: "refusal"; n: number; status: number; code: string; sentence: string }
  | { kind: "connected"; socket: number }
  | { kind: "missing"; socket: number }
  | { kind: "message"; socket: number; message: FromServer };

const games = new Map<string, Promise<LoadedGame>>();
const factsOfGames = new Map<string, Promise<GameFacts>>();
const deckReaders = new Map<string, Promise<DeckReader>>();

/** Returns the value of a key, made at the first call. A failure is not kept. */
function kept<Value>(values: Map<string, Promise<Value>>, key: string, make: (key: string) => Promise<Value>): Promise<Value> {
  let found = values.get(key);
  if (!found) {
    found = make(key);
    values.set(key, found);
    found.catch(() => values.delete(key));
  }
  return found;
}

const loadedFacts = (slug: string) => kept(factsOfGames, slug, loadFacts);

async function loadGame(slug: string): Promise<LoadedGame> {
  const [facts, bundle] = await Promise.all([loadedFacts(slug), loadBundle(slug)]);
  const play = await loadModule(slug, "play", facts);
  return { facts, play, texts: await GameTexts.load(play, runtime, bundle, micropython) };
}

const loadedDeckReader = (slug: string) => kept(deckReaders, slug, async () => loadDeckReader(await loadDeckBundle(slug), micropython));
const loadedGame = (slug: string) => kept(games, slug, loadGame);

let botWorker: Worker | null = null;
const waiting = new Map<number, (choice: Choice) => void>();
let questions = 0;

function choose(slug: string, request: BotRequest): Promise<Choice> {
  if (!botWorker) {
    botWorker = new Worker(new URL("./botWorker.ts", import.meta.url), { type: "module", name: "bots" });
    botWorker.onmessage = ({ data }: MessageEvent<BotAnswer>) => {
      waiting.get(data.n)?.(data.choice);
      waiting.delete(data.n);
    };
  }
  const n = ++questions;
  botWorker.postMessage({ n, slug, request } satisfies BotQuestion);
  return new Promise((resolve) => waiting.set(n, resolve));
}

const service = openStore().then(
  (store) =>
    new OfflineService({
      store,
      load: loadedGame,
      facts: loadedFacts,
      deckReader: loadedDeckReader,
      games: gamesOfBuild,
      choose,
      now: Date.now,
      after: (ms, call) => {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    }),
);

type Connection = NonNullable<Awaited<ReturnType<OfflineService["connect"]>>>;
const connections = new Map<number, Connection>();
const send = (message: FromWorker) => postMessage(message);

async function answer({ n, method, path, body, profile }: Extract<ToWorker, { kind: "request" }>): Promise<void> {
  try {
    send({ kind: "answer", n, value: await (await service).request(method, path, body, profile) });
  } catch (error) {
    const known = error instanceof RequestProblem ? error : new RequestProblem(500, "failed", error instanceof Error ? error.message : String(error));
    send({ kind: "refusal", n, status: known.status, code: known.code, sentence: known.message });
  }
}

async function connect(socket: number, table: string): Promise<void> {
  const early: FromServer[] = [];
  let isConnected = false;
  const deliver = (message: FromServer) => (isConnected ? send({ kind: "message", socket, message }) : void early.push(message));
  const connection = await (await service).connect(table, deliver);
  if (!connection) return send({ kind: "missing", socket });
  connections.set(socket, connection);
  isConnected = true;
  send({ kind: "connected", socket });
  for (const message of early) deliver(message);
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "request") void answer(data);
  else if (data.kind === "connect") void connect(data.socket, data.table);
  else if (data.kind === "message") connections.get(data.socket)?.receive(data.message, data.at);
  else {
    connections.get(data.socket)?.close();
    connections.delete(data.socket);
  }
});
