// Made by `npm run types` from the server's types. Do not edit.

export interface Games {
  games: GameCard[];
}

/** A game in a list. */
export interface GameCard {
  slug: string;
  title: string;
  summary: string;
  min_seats: number;
  max_seats: number;
  rules_version: number;
  has_deck: boolean;
  has_secrets: boolean;
  is_real_time: boolean;
}

/** All about one game. */
export interface GameSheet {
  slug: string;
  title: string;
  summary: string;
  min_seats: number;
  max_seats: number;
  rules_version: number;
  has_deck: boolean;
  has_secrets: boolean;
  is_real_time: boolean;
  options: OptionSheet[];
  action_count: number;
  verbs: VerbSheet[];
  rules: string;
  deck: DeckSheet | null;
}

/** One option of a game. */
export interface OptionSheet {
  name: string;
  help: string;
  default: boolean | number | string;
  choices: (boolean | number | string)[];
  is_number: boolean;
}

/** A verb of the action space: its actions are `first` plus the arguments in row-major order. */
export interface VerbSheet {
  verb: string;
  first: number;
  ranges: number[];
  is_race: boolean;
}

/** A deck as a person wrote it, and the hash it is known by. */
export interface DeckSheet {
  name: string;
  hash: string;
  text: string;
}

/** Every card of a deck as an SVG picture, by its name. */
export interface DeckCards {
  deck: DeckSheet;
  cards: Record<string, string>;
}

/** What a guest says about itself. */
export interface NewPlayer {
  name: string;
  colour?: string | null;
}

/** What is to change; anything left out stays. */
export interface ChangedPlayer {
  name?: string | null;
  colour?: string | null;
}

/** A player and the token that opens it on this device; it is told this once. */
export interface PlayerWithToken {
  id: string;
  name: string;
  colour: string;
  token: string;
}

/** A code for another device; it works once and until `until` (ms since the epoch). */
export interface TransferOffer {
  code: string;
  path: string;
  until: number;
}

/** A text as a QR code in SVG. */
export interface QrPicture {
  svg: string;
}

/** A table to be opened. */
export interface NewTable {
  game: string;
  seats?: number | null;
  options?: Record<string, boolean | number | string>;
  settings?: Settings;
  deck?: DeckText | null;
  sits?: boolean;
  bots?: ("casual" | "master" | "newcomer" | "sharp" | "steady")[];
  starts?: boolean;
}

/** How a table is kept; limits are off unless set. */
export interface Settings {
  is_private?: boolean;
  move_limit_s?: number | null;
  match_limit_s?: number | null;
  bots_for_absent?: boolean;
  absent_after_s?: number;
  absent_level?: "casual" | "master" | "newcomer" | "sharp" | "steady";
  pace?: "calm" | "natural" | "quick";
}

/** A deck of one's own, to be checked. */
export interface DeckText {
  text: string;
  name?: string;
}

export interface Tables {
  tables: TableCard[];
}

/** A table in a list. */
export interface TableCard {
  id: string;
  game: string;
  status: "aborted" | "live" | "open" | "over";
  is_private: boolean;
  seats: number;
  names: string[];
  you: number | null;
  created_at: number;
  updated_at: number;
  moves: number;
  result: string | null;
  winners: number[] | null;
}

/** A stretch of a match from one chair: the view before it, then a step for every move. */
export interface Replay {
  id: string;
  game: string;
  options: string;
  seats: number;
  names: string[];
  viewer: number;
  moves: number;
  first: number;
  start: unknown;
  steps: Step[];
  commitment: string;
  seed: string;
  salt: string;
  is_finished: boolean;
}

/** One move of a match that is over, as a viewer saw it; nothing is secret any more but views stay views. */
export interface Step {
  n: number;
  seat: number;
  action: number;
  notation: string;
  at_ms: number;
  sentence: string;
  view: unknown;
  scores: number[];
  by?: "bot" | "clock" | "default" | "player" | null;
  race?: Race | null;
}

/** Why a claim came first: all claims that were there when it was decided, the winner's first. */
export interface Race {
  rivals: Rival[];
  reason: "coin" | "earlier" | "unrivalled";
}

/** One claim in a race: when it arrived, and how much of that the connection took; in match time. */
export interface Rival {
  seat: number;
  arrived_ms: number;
  credit_ms: number;
}

/** Whether every line of a log holds; if not, which is the first that does not. */
export interface Verdict {
  is_valid: boolean;
  sentence: string;
  line?: number | null;
  game?: string | null;
  moves?: number | null;
  scores?: number[] | null;
}

/** The answer to a request that could not be served. */
export interface Problem {
  code: string;
  sentence: string;
}
