// Storage of the matches of this device in IndexedDB.
import type { MatchReview, OwnPuzzle, TableSummary } from "../types/http";
import type { Settings } from "../types/messages";
import type { BotLevel } from "./gameData";
import type { ShuffleContribution, Move, OptionValue, OwnDeck } from "./offlineMatch";

export type MovedBy = "player" | "bot" | "clock";

/** The holder of a seat: the player of this device, or a bot. A free seat before the match is null. */
export interface StoredSeat {
  name: string;
  colour: string;
  bot: BotLevel | null;
}

/** Everything that is stored of a match. Its table can be restored from it. */
export interface StoredMatch {
  id: string;
  game: string;
  rules_version: number;
  status: "open" | "live" | "over" | "aborted";
  created_at: number;
  updated_at: number;
  seats: (StoredSeat | null)[];
  options: Record<string, OptionValue>;
  settings: Settings;
  deck: OwnDeck | null;
  seed: string;
  salt: string;
  /** Hash of the random bytes of the player's browser, before they are revealed. */
  entropy_hash: string | null;
  /** Whether the shuffle is fixed and waits for the player's bytes. */
  is_starting: boolean;
  contributions: ShuffleContribution[];
  moves: (Move & { by: MovedBy })[];
  /** Hints that the player took, by the number of moves before the hint. */
  hints?: Record<number, "idea" | "move">;
  scores: number[];
  winners: number[];
  rematch: string | null;
  rematch_of: string | null;
  /** Id of the match on the server to which it was uploaded; null if it was not. */
  uploaded: string | null;
}

export { LOCAL_PREFIX } from "../lib/tableSocket";

/** The complete review of a match, and the puzzles made from the player's errors. */
export interface StoredReview {
  id: string;
  review: MatchReview;
  puzzles: OwnPuzzle[];
}

export interface MatchStore {
  get(id: string): Promise<StoredMatch | undefined>;
  put(match: StoredMatch): Promise<void>;
  all(): Promise<StoredMatch[]>;
  getReview(id: string): Promise<StoredReview | undefined>;
  putReview(review: StoredReview): Promise<void>;
  allReviews(): Promise<StoredReview[]>;
}

const MAX_PUZZLES = 60;
const DATABASE_NAME = "dottable";
const DATABASE_VERSION = 2;
const [MATCHES, REVIEWS] = ["matches", "reviews"];

function requestResult<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The storage of this browser failed."));
  });
}

/** Open the storage of this browser. Without one, matches last as long as the page. */
export async function openStore(): Promise<MatchStore> {
  try {
    const openRequest = indexedDB.open(DATABASE_NAME, DATABASE_VERSION);
    openRequest.onupgradeneeded = () => {
      const existingNames = openRequest.result.objectStoreNames;
      for (const name of [MATCHES, REVIEWS]) if (!existingNames.contains(name)) openRequest.result.createObjectStore(name, { keyPath: "id" });
    };
    const matchDatabase = await requestResult(openRequest);
    const objectStore = (name: string, mode: IDBTransactionMode = "readonly") => matchDatabase.transaction(name, mode).objectStore(name);
    return {
      get: (id) => requestResult(objectStore(MATCHES).get(id) as IDBRequest<StoredMatch | undefined>),
      put: (match) => requestResult(objectStore(MATCHES, "readwrite").put(match)).then(() => {}),
      all: () => requestResult(objectStore(MATCHES).getAll() as IDBRequest<StoredMatch[]>),
      getReview: (id) => requestResult(objectStore(REVIEWS).get(id) as IDBRequest<StoredReview | undefined>),
      putReview: (review) => requestResult(objectStore(REVIEWS, "readwrite").put(review)).then(() => {}),
      allReviews: () => requestResult(objectStore(REVIEWS).getAll() as IDBRequest<StoredReview[]>),
    };
  } catch {
    return memoryStore();
  }
}

/** Return a store that lasts as long as the page. */
export function memoryStore(): MatchStore {
  const matchesById = new Map<string, StoredMatch>();
  const reviewsById = new Map<string, StoredReview>();
  return {
    get: async (id) => structuredClone(matchesById.get(id)),
    put: async (match) => void matchesById.set(match.id, structuredClone(match)),
    all: async () => structuredClone([...matchesById.values()]),
    getReview: async (id) => structuredClone(reviewsById.get(id)),
    putReview: async (review) => void reviewsById.set(review.id, structuredClone(review)),
    allReviews: async () => structuredClone([...reviewsById.values()]),
  };
}

/** Return the names of all seats, empty for free ones. */
export const seatNamesOf = (stored: StoredMatch) => stored.seats.map((seat) => seat?.name ?? "");

/** Return a summary of each match of this device, the latest match first. */
export async function localMatchSummaries(): Promise<TableSummary[]> {
  const all = await (await openStore()).all();
  return all.sort((a, b) => b.updated_at - a.updated_at).map(summaryOf);
}

/** Store the id under which a match was uploaded to a server. */
export async function noteUpload(id: string, uploaded: string): Promise<void> {
  const matchStore = await openStore();
  const storedMatch = await matchStore.get(id);
  if (storedMatch) await matchStore.put({ ...storedMatch, uploaded });
}

/** Return the puzzles of all reviewed matches of this device, the latest match first. */
export async function localPuzzles(store?: MatchStore): Promise<OwnPuzzle[]> {
  const { all, allReviews } = store ?? (await openStore());
  const [reviews, matches] = await Promise.all([allReviews(), all()]);
  const endedAt = new Map(matches.map(({ id, updated_at }) => [id, updated_at]));
  reviews.sort((a, b) => (endedAt.get(b.id) ?? 0) - (endedAt.get(a.id) ?? 0));
  return reviews.flatMap(({ puzzles }) => puzzles).slice(0, MAX_PUZZLES);
}

function summaryOf(stored: StoredMatch): TableSummary {
  return {
    id: stored.id,
    game: stored.game,
    status: stored.status,
    is_private: true,
    is_imported: false,
    seats: stored.seats.length,
    names: seatNamesOf(stored),
    you: 0,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
    moves: stored.moves.length,
    result: stored.status === "over" ? stored.scores.join(" ") : null,
    winners: stored.status === "over" ? stored.winners : null,
  };
}
