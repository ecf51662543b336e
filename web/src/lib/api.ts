/** HTTP client of the Dottable server. A rejected request throws an `ApiError` whose message can be shown to the player. */
import type {
  DeckCards,
  DeckText,
  PlayerChanges,
  GameList,
  GameDetails,
  GameReadiness,
  HintAnswer,
  HintRequest,
  NewPlayer,
  NewTable,
  PlayerWithToken,
  Problem,
  Puzzle,
  PuzzleList,
  QrCode,
  Replay,
  TableList,
  TransferOffer,
  LogCheck,
  MatchReview,
} from "../types/http";
import type { Position, Snapshot } from "../types/messages";
import { connectivity } from "./connectivity.svelte";
import { isLocalId } from "./tableSocket";

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }
}

/** Return the server's own message, or `fallback` for any other kind of error. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback;
}

const OFFLINE_MESSAGE = "The server cannot be reached. Check your connection and try again.";

/** Return this device's answer to an API request. Rejects with an ApiError if the request needs a server. */
async function requestFromDevice<T>(method: string, path: string, body?: unknown): Promise<T> {
  const { answerRequest } = await import("../offline/tableWorkerClient").catch(() => {
    throw new ApiError("offline", OFFLINE_MESSAGE);
  });
  return (await answerRequest(method, path, body)) as T;
}

/** Whether a path names a table or match of this device. */
const isLocalPath = (path: string) => isLocalId(path.split("/")[2] ?? "");

async function sendRequest<T>(method: string, path: string, token?: string | null, body?: unknown): Promise<T> {
  if (isLocalPath(path) || connectivity.hasNoServer) return requestFromDevice<T>(method, path, body);
  const requestHeaders: Record<string, string> = {};
  if (token) requestHeaders.authorization = `Bearer ${token}`;
  if (body !== undefined) requestHeaders["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, { method, headers: requestHeaders, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    connectivity.isReachable = false;
    return requestFromDevice<T>(method, path, body);
  }
  connectivity.isReachable = true;
  if (response.ok) return (response.status === 204 ? undefined : await parseResponseBody(response)) as T;
  const problemBody = (await response.json().catch(() => null)) as Problem | null;
  throw new ApiError(problemBody?.code ?? "failed", problemBody?.sentence ?? "Something went wrong. Try again.", response.status);
}

function parseResponseBody(response: Response): Promise<unknown> {
  return response.headers.get("content-type")?.includes("json") ? response.json() : response.text();
}

const gameListCache = new Map<string, Promise<GameList>>();
const gameDetailsCache = new Map<string, Promise<GameDetails>>();

/** Return the cached promise for `key`, or call `get`. Failed requests are not cached. */
function cachedRequest<T>(cache: Map<string, Promise<T>>, key: string, get: () => Promise<T>): Promise<T> {
  let found = cache.get(key);
  if (!found) {
    found = get();
    cache.set(key, found);
    found.catch(() => cache.delete(key));
  }
  return found;
}

export const api = {
  games: () => cachedRequest(gameListCache, "", () => sendRequest<GameList>("GET", "/games")),
  game: (slug: string) => cachedRequest(gameDetailsCache, slug, () => sendRequest<GameDetails>("GET", `/games/${slug}`)),
  checkDeck: (slug: string, deck: DeckText) => sendRequest<DeckCards>("POST", `/games/${slug}/deck`, null, deck),
  readiness: (slug: string) => sendRequest<GameReadiness>("GET", `/games/${slug}/readiness`),

  newPlayer: (player: NewPlayer) => sendRequest<PlayerWithToken>("POST", "/players", null, player),
  updatePlayer: (token: string, change: PlayerChanges) =>
    sendRequest<Omit<PlayerWithToken, "token">>("PATCH", "/players/me", token, change),
  deletePlayer: (token: string) => sendRequest<void>("DELETE", "/players/me", token),
  revokeToken: (token: string) => sendRequest<void>("DELETE", "/players/me/token", token),
  signOutEverywhere: (token: string) => sendRequest<PlayerWithToken>("POST", "/players/me/sign-out-everywhere", token),
  offerTransfer: (token: string) => sendRequest<TransferOffer>("POST", "/players/me/transfer", token),
  redeemTransfer: (code: string) => sendRequest<PlayerWithToken>("POST", "/transfers", null, { code }),
  qrCode: (text: string) => sendRequest<QrCode>("POST", "/qr", null, { text }),

  openTables: (token?: string | null, status: "open" | "live" = "open") =>
    sendRequest<TableList>("GET", `/tables?status=${status}`, token),
  newTable: (token: string, table: NewTable) => sendRequest<Snapshot>("POST", "/tables", token, table),
  table: (id: string, token?: string | null) => sendRequest<Snapshot>("GET", `/tables/${encodeURIComponent(id)}`, token),

  myMatches: (token: string, before?: string) =>
    sendRequest<TableList>("GET", `/matches?mine=true${before ? `&before=${encodeURIComponent(before)}` : ""}`, token),
  /** Matches that were played on this device without a server. */
  localMatches: async (): Promise<TableList> => ({ tables: await (await import("../offline/matchStore")).localMatchSummaries() }),
  /** Puzzles from matches of this device. */
  localPuzzles: async (): Promise<PuzzleList> => ({ puzzles: await (await import("../offline/matchStore")).localPuzzles() }),
  /** Return the id that an uploaded match of this device has on the server; null if it was not uploaded. */
  uploadOf: async (id: string) => (await (await import("../offline/matchStore")).openStore()).get(id).then((stored) => stored?.uploaded ?? null),
  noteUpload: async (id: string, uploaded: string) => (await import("../offline/matchStore")).noteUpload(id, uploaded),
  matchLog: (id: string) => sendRequest<string>("GET", `/matches/${encodeURIComponent(id)}/log`),
  replay: (id: string, seat: number, first: number) =>
    sendRequest<Replay>("GET", `/matches/${encodeURIComponent(id)}/replay?seat=${seat}&first=${first}`),
  hint: (id: string, token: string, level: HintRequest["level"]) =>
    sendRequest<HintAnswer>("POST", `/tables/${encodeURIComponent(id)}/hint`, token, { level }),
  review: (id: string) => sendRequest<MatchReview>("GET", `/matches/${encodeURIComponent(id)}/review`),
  position: (id: string, move: number, seat: number) =>
    sendRequest<Position>("GET", `/matches/${encodeURIComponent(id)}/position?move=${move}&seat=${seat}`),
  ownPuzzles: (token: string) => sendRequest<PuzzleList>("GET", "/puzzles", token),
  /** Return the daily puzzle of a game. Resolves with null while the server makes it. */
  dailyPuzzle: async (slug: string) => {
    const puzzleAnswer = await sendRequest<Puzzle | { sentence: string }>("GET", `/puzzles/daily/${encodeURIComponent(slug)}`);
    return "decision" in puzzleAnswer ? puzzleAnswer : null;
  },
  verifyLog: (text: string) => sendRequest<LogCheck>("POST", "/logs/verify", null, { text }),
  /** Check the log of a match of this device, on this device. */
  verifyLocalLog: (text: string) => requestFromDevice<LogCheck>("POST", "/logs/verify", { text }),
  importLog: (token: string, text: string) => sendRequest<{ id: string }>("POST", "/logs", token, { text }),
};
