// One match in the page: its state record and its moves. The counterpart of `core/matches/match.py`. The rules check
// every move.
import { bytesFromHex, sha256 } from "../lib/sha256";
import { CLOCK_SEAT, type GameData } from "./gameData";
import type { KernelArray, WasmKernels } from "./wasmKernels";
import type { GameTexts } from "./gameTexts";
import { seededGenerator } from "./treeSearch";

/** A game that is ready to be played in the page. */
export interface LoadedGame {
  gameData: GameData;
  play: WasmKernels;
  texts: GameTexts;
}

export type OptionValue = boolean | number | string;

/** Random bytes with which a seat takes part in the shuffle, in hexadecimal. */
export interface ShuffleContribution {
  seat: number;
  entropy: string;
}

/** Everything that fixes a match before its first move. */
export interface MatchSetup {
  seats: number;
  /** Values of options by name. Omitted options have their defaults. */
  options: Record<string, OptionValue>;
  seed: string;
  salt: string;
  contributions: ShuffleContribution[];
  deck?: OwnDeck | null;
}

/** A custom deck: its integers for the rules, and the name, text and hash that a log contains. */
export interface OwnDeck {
  name: string;
  text: string;
  hash: string;
  numbers: number[];
}

export interface Move {
  seat: number;
  action: number;
  at_ms: number;
}

/** The reason why a move is refused: its code, and a sentence for people. */
export interface MoveRefusal {
  code: number;
  sentence: string;
}

/** Reason codes of `core/primitives/refusals.py`. */
const [NOT_YOUR_TURN, NOT_NOW, BEFORE_LAST_MOVE] = [4, 5, 7];
const MAX_SEATS = 8;
const KEY_WORD_COUNT = 8;
const GENERATOR_WORD_COUNT = 28;
/** Maximum number of integers that encode options and deck. */
const MAX_SETTINGS = 16384;
const DEAL_TAG = "646f747461626c652073687566666c652031"; // "dottable shuffle 1"

export class InvalidOption extends Error {}

/** Return an option's value as a person types it. */
export function optionValueText(value: OptionValue): string {
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value);
}

/** Return all options as texts, in the game's order. `withBots` says whether bots play; some defaults depend on it. */
export function writtenOptions(gameData: GameData, given: Record<string, OptionValue>, withBots: boolean): Map<string, string> {
  const knownNames = new Set(gameData.details.options.map((option) => option.name));
  const unknownName = Object.keys(given).find((name) => !knownNames.has(name));
  if (unknownName !== undefined) throw new InvalidOption(`Unknown option '${unknownName}'.`);
  return new Map(
    gameData.details.options.map((option) => {
      const writtenValue = optionValueText(given[option.name] ?? option.default);
      return [option.name, (withBots && gameData.with_bots[option.name]?.[writtenValue]) || writtenValue];
    }),
  );
}

/** Return the number that stands for an option's written value in the settings of a match. */
function encodeOption(gameData: GameData, name: string, written: string): number {
  const optionInfo = gameData.details.options.find((one) => one.name === name)!;
  if (optionInfo.is_number) {
    const [low, high] = [optionInfo.choices[0] as number, optionInfo.choices.at(-1) as number];
    if (/^-?\d{1,18}$/.test(written) && Number(written) >= low && Number(written) <= high) return Number(written);
  } else {
    const code = gameData.texts[name]?.[written] ?? optionInfo.choices.findIndex((choice) => optionValueText(choice) === written);
    if (code >= 0) return code;
  }
  if (optionInfo.form) throw new InvalidOption(`This device knows only ${optionInfo.choices.join(", ")} for '${name}' without a server.`);
  throw new InvalidOption(`Invalid value '${written}' for option '${name}'.`);
}

/** Return the numbers that the rules receive: one per option, then the deck. */
export function encodeSettings(gameData: GameData, options: Map<string, string>, deck: OwnDeck | null = null): number[] {
  const optionCodes = [...options].map(([name, written]) => encodeOption(gameData, name, written));
  return [...optionCodes, ...(deck?.numbers ?? gameData.deck_numbers), 0];
}

export class OfflineMatch {
  readonly moves: Move[] = [];
  readonly writtenOptions: Map<string, string>;
  readonly commitment: string;
  private readonly arrays: MatchArrays;

  constructor(
    readonly game: LoadedGame,
    readonly setup: MatchSetup,
    private readonly withBots = true,
  ) {
    const { gameData, play } = game;
    const { min_seats, max_seats, title } = gameData.details;
    if (setup.seats < min_seats || setup.seats > max_seats)
      throw new InvalidOption(`${title} takes ${min_seats} to ${max_seats} seats, not ${setup.seats}.`);
    this.writtenOptions = writtenOptions(gameData, setup.options, withBots);
    const matchSettings = encodeSettings(gameData, this.writtenOptions, setup.deck);
    this.commitment = sha256(bytesFromHex(setup.seed + setup.salt));
    this.arrays = sharedArrays(play, gameData);
    this.record = this.begin(matchSettings);
  }

  /** Set up the match and return its state record. */
  private begin(settings: number[]): Uint8Array {
    const { play } = this.game;
    const { states, blank, key, settings: room } = this.arrays;
    if (settings.length > MAX_SETTINGS) throw new InvalidOption("This deck has too many numbers.");
    const view = play.numbers(room);
    settings.forEach((number, k) => view.setInt32(4 * k, number, true));
    play.bytes(key).set(bytesFromHex(this.dealSeed));
    play.run("begin_match", states, 0, blank, key, this.setup.seats, { ...room, shape: [settings.length] });
    return play.bytes(states).slice();
  }

  /** The true state record. Kernels work on a copy, since all matches of a game share one memory. */
  record: Uint8Array;

  /** The seed of all chance in the match: the server's seed, combined with the contributions of the players. */
  get dealSeed(): string {
    const { seed, contributions } = this.setup;
    if (!contributions.length) return seed;
    const seatEntropies = contributions.map(({ seat, entropy }) => seat.toString(16).padStart(2, "0") + entropy);
    return sha256(bytesFromHex(DEAL_TAG + seed + seatEntropies.join("")));
  }

  /** Public random bits that are fixed before the first move: a hash of the commitment and the contributions. */
  get publicSeed(): string {
    const { contributions } = this.setup;
    return contributions.length ? sha256(bytesFromHex(this.commitment + contributions.map(({ entropy }) => entropy).join(""))) : this.commitment;
  }

  beforeFirstMove(): OfflineMatch {
    return new OfflineMatch(this.game, this.setup, this.withBots);
  }

  private place(): KernelArray {
    this.game.play.bytes(this.arrays.states).set(this.record);
    return this.arrays.states;
  }

  /** Seats that may act now. Includes the pseudo-seat CLOCK while a deadline runs. */
  get toAct(): number[] {
    const mask = this.game.play.run("to_act_at", this.place(), 0) >>> 0;
    return Array.from({ length: 32 }, (_, seat) => seat).filter((seat) => (mask >>> seat) & 1);
  }

  get isOver(): boolean {
    return this.toAct.length === 0;
  }

  /** Match time in milliseconds at which the clock acts, or null. */
  get deadlineMs(): number | null {
    const at = this.game.play.run("deadline_at", this.place(), 0);
    return at < 0 ? null : at;
  }

  get nowMs(): number {
    return this.moves.at(-1)?.at_ms ?? 0;
  }

  legal(seat: number): number[] {
    const legalCount = this.game.play.run("legal_at", this.place(), 0, seat, this.arrays.buffer);
    return this.game.play.integers(this.arrays.buffer, legalCount);
  }

  offered(seat: number): number[] {
    return this.game.texts.offered(this.record, this.legal(seat));
  }

  refusal(seat: number, action: number, atMs = this.nowMs): MoveRefusal | null {
    if (atMs < this.nowMs) return this.explain(seat, action, BEFORE_LAST_MOVE);
    return this.explain(seat, action, this.game.play.run("refusal_at", this.place(), 0, seat, action, atMs, this.arrays.buffer));
  }

  /** Make a move and return null, or change nothing and return why it is refused. */
  apply(seat: number, action: number, atMs = this.nowMs): MoveRefusal | null {
    if (atMs < this.nowMs) return this.explain(seat, action, BEFORE_LAST_MOVE);
    const { play } = this.game;
    const code = play.run("apply", this.place(), 0, seat, action, atMs, this.arrays.buffer);
    const moveRefusal = this.explain(seat, action, code);
    if (moveRefusal) return moveRefusal;
    this.record = play.bytes(this.arrays.states).slice();
    this.moves.push({ seat, action, at_ms: atMs });
    return null;
  }

  private explain(seat: number, action: number, code: number): MoveRefusal | null {
    if (code === 0) return null;
    const { gameData, texts } = this.game;
    const shownCode = code === NOT_YOUR_TURN && seat !== CLOCK_SEAT ? texts.offTurnReason(this.record, seat, action, code) : code;
    return { code: shownCode, sentence: gameData.refusals[shownCode] ?? gameData.refusals[NOT_NOW]! };
  }

  scores(): number[] {
    const out = this.outcome("scores_at");
    return this.game.play.integers(out);
  }

  returns(): number[] {
    const returnsView = this.game.play.numbers(this.outcome("returns_at"));
    return Array.from({ length: this.setup.seats }, (_, seat) => returnsView.getFloat32(4 * seat, true));
  }

  /** Return the array to which a kernel wrote one number per seat. */
  private outcome(kernel: string): KernelArray {
    const out = { ...this.arrays.outcome, shape: [this.setup.seats] };
    this.game.play.bytes(out).fill(0);
    this.game.play.run(kernel, this.place(), 0, out);
    return out;
  }

  winners(): number[] {
    const finalReturns = this.isOver ? this.returns() : [];
    return finalReturns.flatMap((value, seat) => (value === Math.max(...finalReturns) ? [seat] : []));
  }

  /** Return a copy of the state in which everything hidden from the seat is redrawn. */
  determinized(seat: number): Uint8Array {
    const { play } = this.game;
    const { generator, states } = this.arrays;
    play.bytes(generator).set(seededGenerator(new Uint8Array(32)));
    play.run("resample_at", this.place(), 0, seat, generator);
    return play.bytes(states).slice();
  }

  /** Return the actions since the start, for the public history. */
  get actions(): number[] {
    return this.moves.map((move) => move.action);
  }
}

/** Arrays in the memory of the kernels, which all matches of a game share. */
interface MatchArrays {
  states: KernelArray;
  blank: KernelArray;
  key: KernelArray;
  settings: KernelArray;
  buffer: KernelArray;
  outcome: KernelArray;
  generator: KernelArray;
}

const arraysByRules = new WeakMap<WasmKernels, MatchArrays>();

function sharedArrays(play: WasmKernels, gameData: GameData): MatchArrays {
  const existingArrays = arraysByRules.get(play);
  if (existingArrays) return existingArrays;
  const newArrays = {
    states: play.zeros(1, gameData.state_bytes),
    blank: play.zeros(1, gameData.state_bytes),
    key: play.zeros(KEY_WORD_COUNT, 4),
    settings: play.zeros(MAX_SETTINGS, 4),
    buffer: play.zeros(gameData.details.action_count, 4),
    outcome: play.zeros(MAX_SEATS, 4),
    generator: play.zeros(GENERATOR_WORD_COUNT, 4),
  };
  arraysByRules.set(play, newArrays);
  return newArrays;
}
