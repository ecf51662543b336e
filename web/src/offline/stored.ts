// Matches of this device: what is kept of each, in IndexedDB.
import type { TableSummary } from "../types/http";
import type { Settings } from "../types/messages";
import type { Level } from "./facts";
import type { Contribution, Move, OptionValue, OwnDeck } from "./match";

export type MovedBy = "player" | "bot" | "clock";

/** A seat of a match: the player of this device, or a bot. Null is a free seat before the match. */
export interface StoredSeat {
  name: string;
  colour: string;
  bot: Level | null;
}

/** A match from which its table can be restored. */
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
  contributions: Contribution[];
  moves: (Move & { by: MovedBy })[];
  scores: number[];
  winners: number[];
  rematch: string | null;
  rematch_of: string | null;
  /** Id of the match on a server, once it was uploaded. */
  uploaded: string | null;
}

export { LOCAL_PREFIX } from "../lib/tableSocket";

export interface MatchStore {
  get(id: string): Promise<StoredMatch | undefined>;
  put(match: StoredMatch): Promise<void>;
  all(): Promise<StoredMatch[]>;
}

const DATABASE = "dottable";
const STORE = "matches";

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The storage of this browser failed."));
  });
}

/** Opens the storage of this browser. Without one, matches last as long as the page. */
export async function openStore(): Promise<MatchStore> {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "id" });
    const database = await settled(opening);
    const store = (mode: IDBTransactionMode) => database.transaction(STORE, mode).objectStore(STORE);
    return {
      get: (id) => settled(store("readonly").get(id) as IDBRequest<StoredMatch | undefined>),
      put: (match) => settled(store("readwrite").put(match)).then(() => {}),
      all: () => settled(store("readonly").getAll() as IDBRequest<StoredMatch[]>),
    };
  } catch {
    return memoryStore();
  }
}

/** Returns a store that lasts as long as the page. */
export function memoryStore(): MatchStore {
  const matches = new Map<string, StoredMatch>();
  return {
    get: async (id) => structuredClone(matches.get(id)),
    put: async (match) => void matches.set(match.id, structuredClone(match)),
    all: async () => structuredClone([...matches.values()]),
  };
}

/** Returns the names of all seats, empty for free ones. */
export const namesOf = (stored: StoredMatch) => stored.seats.map((seat) => seat?.name ?? "");

/** Returns all matches of this device for a list, the latest first. */
export async function localSummaries(): Promise<TableSummary[]> {
  const all = await (await openStore()).all();
  return all.sort((a, b) => b.updated_at - a.updated_at).map(summaryOf);
}

function summaryOf(stored: StoredMatch): TableSummary {
  return {
    id: stored.id,
    game: stored.game,
    status: stored.status,
    is_private: true,
    is_imported: false,
    seats: stored.seats.length,
    names: namesOf(stored),
    you: 0,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
    moves: stored.moves.length,
    result: stored.status === "over" ? stored.scores.join(" ") : null,
    winners: stored.status === "over" ? stored.winners : null,
  };
}
