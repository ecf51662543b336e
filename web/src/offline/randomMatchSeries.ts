// Many random matches in the page: the same series, and the same sums, as `dottable simulate`.
import { bytesFromHex, sha256 } from "../lib/sha256";
import type { GameData } from "./gameData";
import type { KernelArray, WasmKernels } from "./wasmKernels";
import { encodeSettings, writtenOptions, type OptionValue, type OwnDeck } from "./offlineMatch";

/** Number of matches per kernel call, as in `lab/simulation/simulate.py`. */
const BATCH_SIZE = 4096;
const KEY_WORD_COUNT = 8;
const GENERATOR_WORD_COUNT = 28;
const INT64_BYTES = 8;
/** Half-width of a 95 % interval of the normal distribution, in standard errors. */
const Z_95 = 1.959964;

/** Settings of a series of random matches: seats, options, deck and seed. */
export interface SeriesConfig {
  seats: number;
  options: Record<string, OptionValue>;
  /** A text, or 64 hexadecimal digits. */
  seed: string;
  matches: number;
}

/** Totals and means of the matches played so far. */
export interface SimulationSummary {
  seed: string;
  matches: number;
  steps: number;
  mean_returns: number[];
  win_share: number[];
  mean_scores: number[];
  mean_steps: number;
  max_steps: number;
}

/** Return a 32-byte seed in hexadecimal: the text itself if it has 64 hexadecimal digits, else its SHA-256. */
export function seedHexFrom(text: string): string {
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : sha256(new TextEncoder().encode(text));
}

/** Return both ends of the 95 % Wilson score interval of a share of cases. */
export function wilsonInterval(share: number, cases: number): [number, number] {
  const wilsonDivisor = 1 + (Z_95 * Z_95) / cases;
  const intervalCentre = (share + (Z_95 * Z_95) / (2 * cases)) / wilsonDivisor;
  const half = (Z_95 * Math.sqrt((share * (1 - share)) / cases + (Z_95 * Z_95) / (4 * cases * cases))) / wilsonDivisor;
  return [Math.max(0, intervalCentre - half), Math.min(1, intervalCentre + half)];
}

/** A series that is being played, batch by batch. */
export class RandomMatchSeries {
  private played = 0;
  private steps = 0;
  private maxSteps = 0;
  private readonly returns: number[];
  private readonly wins: number[];
  private readonly scores: number[];
  private readonly input: { blank: KernelArray; root: KernelArray; settings: KernelArray };
  private readonly memory: KernelArray[];
  private readonly results: { steps: KernelArray; scores: KernelArray; returns: KernelArray };

  constructor(
    gameData: GameData,
    private readonly play: WasmKernels,
    private readonly config: SeriesConfig,
    deck: OwnDeck | null = null,
  ) {
    const { seats } = config;
    const encodedSettings = encodeSettings(gameData, writtenOptions(gameData, config.options, false), deck);
    this.input = { blank: play.zeros(1, gameData.state_bytes), root: play.zeros(KEY_WORD_COUNT, 4), settings: play.zeros(encodedSettings.length, 4) };
    play.bytes(this.input.root).set(bytesFromHex(seedHexFrom(config.seed)));
    encodedSettings.forEach((number, k) => play.numbers(this.input.settings).setInt32(4 * k, number, true));
    this.memory = [play.zeros(1, gameData.state_bytes), play.zeros(GENERATOR_WORD_COUNT, 4), play.zeros(2, INT64_BYTES), play.zeros(gameData.details.action_count, 4)];
    this.results = { steps: play.zeros(BATCH_SIZE, 4), scores: play.zeros([BATCH_SIZE, seats], 4), returns: play.zeros([BATCH_SIZE, seats], 4) };
    [this.returns, this.wins, this.scores] = [0, 1, 2].map(() => Array<number>(seats).fill(0)) as [number[], number[], number[]];
  }

  get isDone(): boolean {
    return this.played >= this.config.matches;
  }

  /** Play the next batch of matches. */
  playBatch(): void {
    const { seats, matches } = this.config;
    const batchCount = Math.min(BATCH_SIZE, matches - this.played);
    const { blank, root, settings } = this.input;
    const stepsArray = { ...this.results.steps, shape: [batchCount] };
    const scoresArray = { ...this.results.scores, shape: [batchCount, seats] };
    const returnsArray = { ...this.results.returns, shape: [batchCount, seats] };
    this.play.bytes(stepsArray).fill(0);
    this.play.bytes(scoresArray).fill(0);
    this.play.bytes(returnsArray).fill(0);
    this.play.run("play_many", blank, root, seats, settings, this.played, ...this.memory, stepsArray, scoresArray, returnsArray);
    this.add(batchCount, this.play.integers(stepsArray), this.play.integers(scoresArray, batchCount * seats), this.play.numbers(returnsArray));
    this.played += batchCount;
  }

  /** Add the results of a batch to the totals. */
  private add(count: number, steps: number[], scores: number[], returns: DataView): void {
    const { seats } = this.config;
    const sums = Array<number>(seats).fill(0);
    const wins = Array<number>(seats).fill(0);
    for (let row = 0; row < count; row++) {
      this.steps += steps[row]!;
      this.maxSteps = Math.max(this.maxSteps, steps[row]!);
      const matchReturns = sums.map((_, seat) => returns.getFloat32(4 * (row * seats + seat), true));
      const best = Math.max(...matchReturns);
      const winnerCount = matchReturns.filter((value) => value === best).length;
      for (let seat = 0; seat < seats; seat++) {
        this.scores[seat]! += scores[row * seats + seat]!;
        sums[seat]! += matchReturns[seat]!;
        if (matchReturns[seat] === best) wins[seat]! += 1 / winnerCount;
      }
    }
    for (let seat = 0; seat < seats; seat++) {
      this.returns[seat]! += sums[seat]!;
      this.wins[seat]! += wins[seat]!;
    }
  }

  summary(): SimulationSummary {
    const playedCount = Math.max(1, this.played);
    const mean = (sums: number[]) => sums.map((sum) => sum / playedCount);
    return {
      seed: seedHexFrom(this.config.seed),
      matches: this.played,
      steps: this.steps,
      mean_returns: mean(this.returns),
      win_share: mean(this.wins),
      mean_scores: mean(this.scores),
      mean_steps: this.steps / playedCount,
      max_steps: this.maxSteps,
    };
  }
}
