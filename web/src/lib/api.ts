/** HTTP to our own server. A refusal becomes a `Refusal` with the server's sentence, to be shown as it is. */
import type {
  ChangedPlayer,
  DeckCards,
  Games,
  GameSheet,
  NewPlayer,
  NewTable,
  PlayerWithToken,
  Problem,
  QrPicture,
  Replay,
  Tables,
  TransferOffer,
  Verdict,
} from "../types/http";
import type { Snapshot } from "../types/messages";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly status = 0,
  ) {
    super(sentence);
  }
}

const OFFLINE = "The server cannot be reached. Check your connection and try again.";

async function ask<T>(method: string, path: string, token?: string | null, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(`/api/v1${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refusal("offline", OFFLINE);
  }
  if (answer.ok) return (answer.status === 204 ? undefined : await readAnswer(answer)) as T;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Refusal(problem?.code ?? "failed", problem?.sentence ?? "Something went wrong.", answer.status);
}

function readAnswer(answer: Response): Promise<unknown> {
  return answer.headers.get("content-type")?.includes("json") ? answer.json() : answer.text();
}

const catalogues = new Map<string, Promise<Games>>();
const games = new Map<string, Promise<GameSheet>>();
const decks = new Map<string, Promise<DeckCards>>();

/** Asks once; a failure is asked again next time. */
function kept<T>(known: Map<string, Promise<T>>, key: string, get: () => Promise<T>): Promise<T> {
  let found = known.get(key);
  if (!found) {
    found = get();
    known.set(key, found);
    found.catch(() => known.delete(key));
  }
  return found;
}

export const api = {
  games: () => kept(catalogues, "", () => ask<Games>("GET", "/games")),
  game: (slug: string) => kept(games, slug, () => ask<GameSheet>("GET", `/games/${slug}`)),
  /** The house deck with every card as a picture. */
  deck: (slug: string) => kept(decks, slug, () => ask<DeckCards>("GET", `/games/${slug}/deck`)),

  newPlayer: (player: NewPlayer) => ask<PlayerWithToken>("POST", "/players", null, player),
  me: (token: string) => ask<Omit<PlayerWithToken, "token">>("GET", "/players/me", token),
  changeMe: (token: string, change: ChangedPlayer) =>
    ask<Omit<PlayerWithToken, "token">>("PATCH", "/players/me", token, change),
  forgetMe: (token: string) => ask<void>("DELETE", "/players/me/token", token),
  offerTransfer: (token: string) => ask<TransferOffer>("POST", "/players/me/transfer", token),
  redeemTransfer: (code: string) => ask<PlayerWithToken>("POST", "/transfers", null, { code }),
  qr: (text: string) => ask<QrPicture>("POST", "/qr", null, { text }),

  openTables: (token?: string | null, status: "open" | "live" = "open") =>
    ask<Tables>("GET", `/tables?status=${status}`, token),
  newTable: (token: string, table: NewTable) => ask<Snapshot>("POST", "/tables", token, table),
  table: (id: string, token?: string | null) => ask<Snapshot>("GET", `/tables/${encodeURIComponent(id)}`, token),

  myMatches: (token: string, before?: string) =>
    ask<Tables>("GET", `/matches?mine=true${before ? `&before=${encodeURIComponent(before)}` : ""}`, token),
  log: (id: string) => ask<string>("GET", `/matches/${encodeURIComponent(id)}/log`),
  replay: (id: string, seat: number, first: number) =>
    ask<Replay>("GET", `/matches/${encodeURIComponent(id)}/replay?seat=${seat}&first=${first}`),
  verify: (text: string) => ask<Verdict>("POST", "/logs/verify", null, { text }),
};
