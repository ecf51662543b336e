// Types of the JSON file `facts.json` of a game, which `tools/browser/game_facts.py` writes beside its bundles.
import type { GameDetails } from "../types/http";
import type { KernelList } from "./wasmKernels";

export type BotLevel = "newcomer" | "casual" | "steady" | "sharp" | "master";

/** Settings of a level; `bots/levels.py` describes the fields. */
export interface LevelSettings {
  method: "greedy" | "search";
  simulations: number;
  width: number;
  exploration: number;
  random_rate: number;
  rollout_limit: number;
  standard_errors: number;
  noise: number;
  random_moves: number;
  memory: number;
}

/** Reaction times and error rates of a level; `bots/timing/timed_bot.py` describes the fields. */
export interface ReactionModel {
  median_ms: number;
  scan_ms: number;
  wrong_claim_rate: number;
  false_alarm_rate: number;
  miss_rate: number;
  think_ms: number;
}

export interface BotData {
  levels: Record<BotLevel, LevelSettings>;
  reactions: Record<BotLevel, ReactionModel>;
  /** Quantiles of the log-normal distribution with median 1, in thousandths, each as the difference to the one before: small numbers compress well. */
  quantile_steps: number[];
  node_bytes: number;
  node_offsets: Record<string, number>;
  path_length: number;
  pool_size: number;
  scratch_states: number;
  scratch_shape: [number, number];
  has_ranking: boolean;
  has_policy: boolean;
  forgets: boolean;
  has_history: boolean;
}

export interface GameData {
  details: GameDetails;
  state_bytes: number;
  /** Sentences by reason code. */
  refusals: Record<string, string>;
  /** Number that stands for each named value of a text option in the settings, by option and value. */
  texts: Record<string, Record<string, number>>;
  /** Replacements of option values in a match against bots: the new value, by option and old value. */
  with_bots: Record<string, Record<string, string>>;
  deck_numbers: number[];
  /** Version of the evaluation. Stored reviews of other versions are replaced. */
  review_version: number;
  /** Value of the line `deck` in the log of a match with the house deck, the deck that comes with the game. */
  deck_line: string;
  teams: { option: string; names: string[]; colours: string[]; seats: Record<string, Record<string, number[]>> } | null;
  bots: BotData;
  kernels: { play: KernelList; search: KernelList; study: KernelList };
}

/** Number of the pseudo-seat of the clock. */
export const CLOCK_SEAT = 31;

/** Return the index of an action's verb among the game's verbs. */
export const verbIndex = ({ details }: GameData, action: number) => details.verbs.findLastIndex(({ first }) => first <= action);
