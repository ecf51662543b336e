// The worker that runs the tables of this device: MicroPython, the rules, and the log of each match.
import type { FromClient, FromServer } from "../types/messages";
import type { BotRequest, Choice } from "./bots";
import type { BotAnswer, BotQuestion } from "./botWorker";
import { gamesOfBuild } from "./gameFiles";
import { loadedDeckReader, loadedGameData, loadedGame } from "./loadedGames";
import { RequestProblem } from "./requestProblem";
import { OfflineService, type Profile } from "./apiService";
import { openStore } from "./matchStore";
import type { Hint } from "./hintsAndReviews";
import type { ReviewPart, StudiedMatch } from "./studyService";
import type { HintQuestion, ReviewQuestion, StudyAnswer } from "./studyWorker";

/** A message of the page to the worker. `n` identifies a request, `socket` a simulated connection to a table. */
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

let studyWorker: Worker | null = null;
const studies = new Map<number, (answer: StudyAnswer) => void>();

/** Send a request to the worker for hints and reviews. `receive` is called with each of its answers. */
function askStudy(question: Omit<HintQuestion, "n"> | Omit<ReviewQuestion, "n">, receive: (answer: StudyAnswer) => void): void {
  if (!studyWorker) {
    studyWorker = new Worker(new URL("./studyWorker.ts", import.meta.url), { type: "module", name: "study" });
    studyWorker.onmessage = ({ data }: MessageEvent<StudyAnswer>) => studies.get(data.n)?.(data);
  }
  const n = ++questions;
  studies.set(n, receive);
  studyWorker.postMessage({ ...question, n });
}

function hint(match: StudiedMatch, seat: number): Promise<Hint> {
  return new Promise((resolve, reject) =>
    askStudy({ kind: "hint", match, seat }, (answer) => {
      studies.delete(answer.n);
      if (answer.kind === "hint") resolve(answer.hint);
      else reject(new Error(answer.kind === "problem" ? answer.sentence : "The hint could not be found."));
    }),
  );
}

function review(match: StudiedMatch, id: string, players: string[], onPart: (part: ReviewPart) => void): Promise<void> {
  return new Promise((resolve, reject) =>
    askStudy({ kind: "review", match, id, players }, (answer) => {
      if (answer.kind === "review") onPart(answer.part);
      if (answer.kind === "problem") reject(new Error(answer.sentence));
      if (answer.kind === "review" && !answer.part.review.is_complete) return;
      studies.delete(answer.n);
      resolve();
    }),
  );
}

const service = openStore().then(
  (store) =>
    new OfflineService({
      store,
      load: loadedGame,
      gameData: loadedGameData,
      deckReader: loadedDeckReader,
      games: gamesOfBuild,
      choose,
      hint,
      review,
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
