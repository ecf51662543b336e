// The worker that runs the tables of this device: MicroPython, the rules, and the log of each match.
import type { FromClient, FromServer } from "../types/messages";
import type { BotRequest, BotChoice } from "./bots";
import type { BotAnswer, BotQuestion } from "./botWorker";
import { playableSlugs } from "./gameFiles";
import { loadedDeckReader, loadedGameData, loadedGame } from "./loadedGames";
import { RequestProblem } from "./requestProblem";
import { OfflineApi, type PlayerProfile } from "./offlineApi";
import { openStore } from "./matchStore";
import type { Hint } from "./hintsAndReviews";
import type { ReviewPart, StudiedMatch } from "./studyService";
import type { HintQuestion, ReviewQuestion, StudyAnswer } from "./studyWorker";

/** A message of the page to the worker. `n` identifies a request, `socket` a simulated connection to a table. */
export type MessageToWorker =
  | { kind: "request"; n: number; method: string; path: string; body: unknown; profile: PlayerProfile }
  | { kind: "connect"; socket: number; table: string }
  | { kind: "message"; socket: number; message: FromClient; at: number }
  | { kind: "disconnect"; socket: number };

/** A message of the worker to the page. */
export type MessageFromWorker =
  | { kind: "answer"; n: number; value: unknown }
  | { kind: "refusal"; n: number; status: number; code: string; sentence: string }
  | { kind: "connected"; socket: number }
  | { kind: "missing"; socket: number }
  | { kind: "message"; socket: number; message: FromServer };

let botWorker: Worker | null = null;
const botResolvers = new Map<number, (choice: BotChoice) => void>();
let questions = 0;

function askBot(slug: string, request: BotRequest): Promise<BotChoice> {
  if (!botWorker) {
    botWorker = new Worker(new URL("./botWorker.ts", import.meta.url), { type: "module", name: "bots" });
    botWorker.onmessage = ({ data }: MessageEvent<BotAnswer>) => {
      botResolvers.get(data.n)?.(data.choice);
      botResolvers.delete(data.n);
    };
  }
  const n = ++questions;
  botWorker.postMessage({ n, slug, request } satisfies BotQuestion);
  return new Promise((resolve) => botResolvers.set(n, resolve));
}

let studyWorker: Worker | null = null;
const studyReceivers = new Map<number, (answer: StudyAnswer) => void>();

/** Send a request to the worker for hints and reviews. `receive` is called with each of its answers. */
function askStudyWorker(question: Omit<HintQuestion, "n"> | Omit<ReviewQuestion, "n">, receive: (answer: StudyAnswer) => void): void {
  if (!studyWorker) {
    studyWorker = new Worker(new URL("./studyWorker.ts", import.meta.url), { type: "module", name: "study" });
    studyWorker.onmessage = ({ data }: MessageEvent<StudyAnswer>) => studyReceivers.get(data.n)?.(data);
  }
  const n = ++questions;
  studyReceivers.set(n, receive);
  studyWorker.postMessage({ ...question, n });
}

function askForHint(match: StudiedMatch, seat: number): Promise<Hint> {
  return new Promise((resolve, reject) =>
    askStudyWorker({ kind: "hint", match, seat }, (answer) => {
      studyReceivers.delete(answer.n);
      if (answer.kind === "hint") resolve(answer.hint);
      else reject(new Error(answer.kind === "problem" ? answer.sentence : "The hint could not be found."));
    }),
  );
}

function askForReview(match: StudiedMatch, id: string, players: string[], onPart: (part: ReviewPart) => void): Promise<void> {
  return new Promise((resolve, reject) =>
    askStudyWorker({ kind: "review", match, id, players }, (answer) => {
      if (answer.kind === "review") onPart(answer.part);
      if (answer.kind === "problem") reject(new Error(answer.sentence));
      if (answer.kind === "review" && !answer.part.review.is_complete) return;
      studyReceivers.delete(answer.n);
      resolve();
    }),
  );
}

const offlineApi = openStore().then(
  (store) =>
    new OfflineApi({
      store,
      load: loadedGame,
      gameData: loadedGameData,
      deckReader: loadedDeckReader,
      games: playableSlugs,
      choose: askBot,
      hint: askForHint,
      review: askForReview,
      now: Date.now,
      after: (ms, call) => {
        const callTimer = setTimeout(call, ms);
        return () => clearTimeout(callTimer);
      },
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    }),
);

type TableLink = NonNullable<Awaited<ReturnType<OfflineApi["connect"]>>>;
const linksBySocket = new Map<number, TableLink>();
const send = (message: MessageFromWorker) => postMessage(message);

async function answerRequest({ n, method, path, body, profile }: Extract<MessageToWorker, { kind: "request" }>): Promise<void> {
  try {
    send({ kind: "answer", n, value: await (await offlineApi).request(method, path, body, profile) });
  } catch (error) {
    const requestProblem = error instanceof RequestProblem ? error : new RequestProblem(500, "failed", error instanceof Error ? error.message : String(error));
    send({ kind: "refusal", n, status: requestProblem.status, code: requestProblem.code, sentence: requestProblem.message });
  }
}

async function connectSocket(socket: number, table: string): Promise<void> {
  const earlyMessages: FromServer[] = [];
  let isConnected = false;
  const sendOrKeep = (message: FromServer) => (isConnected ? send({ kind: "message", socket, message }) : void earlyMessages.push(message));
  const tableLink = await (await offlineApi).connect(table, sendOrKeep);
  if (!tableLink) return send({ kind: "missing", socket });
  linksBySocket.set(socket, tableLink);
  isConnected = true;
  send({ kind: "connected", socket });
  for (const message of earlyMessages) sendOrKeep(message);
}

addEventListener("message", ({ data }: MessageEvent<MessageToWorker>) => {
  if (data.kind === "request") void answerRequest(data);
  else if (data.kind === "connect") void connectSocket(data.socket, data.table);
  else if (data.kind === "message") linksBySocket.get(data.socket)?.receive(data.message, data.at);
  else {
    linksBySocket.get(data.socket)?.close();
    linksBySocket.delete(data.socket);
  }
});
