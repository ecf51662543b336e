// Many random matches in the page: the same series, and the same sums, as `dottable simulate`.
import { fromHex, sha256 } from "../lib/sha256";
import type { GameData } from "./gameData";
import type { KernelArray, Kernels } from "./wasmKernels";
import { settingsOf, writtenOptions, type OptionValue, type OwnDeck } from "./match";

/** Number of matches per kernel call, as in `lab/simulation/simulate.py`. */
const BATCH_SIZE = 4096;
const KEY_WORDS = 8;
const GENERATOR_WORDS = 28;
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
export function seedFrom(text: string): string {
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : sha256(new TextEncoder().encode(text));
}

/** Return a share of cases with its 95 % Wilson score interval. */
export function wilsonInterval(share: number, cases: number): [number, number] {
  const scale = 1 + (Z_95 * Z_95) / cases;
  const center = (share + (Z_95 * Z_95) / (2 * cases)) / scale;
  const half = (Z_95 * Math.sqrt((share * (1 - share)) / cases + (Z_95 * Z_95) / (4 * cases * cases))) / scale;
  return [Math.max(0, center - half), Math.min(1, center + half)];
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
    private readonly play: Kernels,
    private readonly config: SeriesConfig,
    deck: OwnDeck | null = null,
  ) {
    const { seats } = config;
    const settings = settingsOf(gameData, writtenOptions(gameData, config.options, false), deck);
    this.input = { blank: play.zeros(1, gameData.state_bytes), root: play.zeros(KEY_WORDS, 4), settings: play.zeros(settings.length, 4) };
    play.bytes(this.input.root).set(fromHex(seedFrom(config.seed)));
    settings.forEach((number, k) => play.numbers(this.input.settings).setInt32(4 * k, number, true));
    this.memory = [play.zeros(1, gameData.state_bytes), play.zeros(GENERATOR_WORDS, 4), play.zeros(2, INT64_BYTES), play.zeros(gameData.details.action_count, 4)];
    this.results = { steps: play.zeros(BATCH_SIZE, 4), scores: play.zeros([BATCH_SIZE, seats], 4), returns: play.zeros([BATCH_SIZE, seats], 4) };
    [this.returns, this.wins, this.scores] = [0, 1, 2].map(() => Array<number>(seats).fill(0)) as [number[], number[], number[]];
  }

  get isDone(): boolean {
    return this.played >= this.config.matches;
  }

  /** Play the next batch of matches. */
  playBatch(): void {
    const { seats, matches } = this.config;
    const count = Math.min(BATCH_SIZE, matches - this.played);
    const { blank, root, settings } = this.input;
    const steps = { ...this.results.steps, shape: [count] };
    const scores = { ...this.results.scores, shape: [count, seats] };
    const returns = { ...this.results.returns, shape: [count, seats] };
    this.play.bytes(steps).fill(0);
    this.play.bytes(scores).fill(0);
    this.play.bytes(returns).fill(0);
    this.play.run("play_many", blank, root, seats, settings, this.played, ...this.memory, steps, scores, returns);
    this.add(count, this.play.integers(steps), this.play.integers(scores, count * seats), this.play.numbers(returns));
    this.played += count;
  }

  /** Add the results of a batch to the totals. */
  private add(count: number, steps: number[], scores: number[], returns: DataView): void {
    const { seats } = this.config;
    const sums = Array<number>(seats).fill(0);
    const wins = Array<number>(seats).fill(0);
    for (let row = 0; row < count; row++) {
      this.steps += steps[row]!;
      this.maxSteps = Math.max(this.maxSteps, steps[row]!);
      const values = sums.map((_, seat) => returns.getFloat32(4 * (row * seats + seat), true));
      const best = Math.max(...values);
      const winners = values.filter((value) => value === best).length;
      for (let seat = 0; seat < seats; seat++) {
        this.scores[seat]! += scores[row * seats + seat]!;
        sums[seat]! += values[seat]!;
        if (values[seat] === best) wins[seat]! += 1 / winners;
      }
    }
    for (let seat = 0; seat < seats; seat++) {
      this.returns[seat]! += sums[seat]!;
      this.wins[seat]! += wins[seat]!;
    }
  }

  summary(): SimulationSummary {
    const matches = Math.max(1, this.played);
    const mean = (sums: number[]) => sums.map((sum) => sum / matches);
    return {
      seed: seedFrom(this.config.seed),
      matches: this.played,
      steps: this.steps,
      mean_returns: mean(this.returns),
      win_share: mean(this.wins),
      mean_scores: mean(this.scores),
      mean_steps: this.steps / matches,
      max_steps: this.maxSteps,
    };
  }
}
