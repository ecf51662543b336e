// Bots of the five levels, around the search kernels of a game (search.wasm).
//
// This file does what `src/dottable/bots` does on the server, with the same draws from the same seed, so that choices are
// equal. `web/tests/offline/bots.test.ts` compares them. The names are those of the Python functions.
import type { GameData, Level, ReactionModel } from "./gameData";
import type { KernelArray, Kernels } from "./wasmKernels";
import { PythonRandom } from "./pythonRandom";
import { GENERATOR_WORDS, INT32_BYTES, SearchRun, seededGenerator, Workspace, type SeatAccess } from "./treeSearch";

/** A request for a bot's choice. It contains everything that the bot may see. */
export interface BotRequest {
  seat: number;
  level: Level;
  /** The state record. Bots redraw everything that the seat cannot know before they use it. */
  state: Uint8Array;
  now_ms: number;
  /** Actions that the seat may choose, ascending. */
  offered: number[];
  /** Public history for a player with full memory, then for a player with limited memory. */
  histories: [number[], number[]];
}

/** An action, and the delay in milliseconds before the bot plays it. */
export interface Choice {
  action: number;
  after_ms: number;
}

const UNLIMITED_MEMORY = -1;
const MIN_REACTION_MS = 180;
const MIN_COMPARISON_MS = 600;
const RECALL_TIME_PERCENT = 60;
const [MIN_THINKING_MS, MAX_THINKING_MS] = [400, 3000];

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The bots of one game. */
export class Bots {
  private readonly workspace: Workspace;
  private readonly states: KernelArray;
  private readonly generator: KernelArray;
  private readonly raceRanges: { first: number; stop: number; ranges: number[] }[];

  constructor(
    private readonly gameData: GameData,
    private readonly play: Kernels,
    search: Kernels,
  ) {
    this.workspace = new Workspace(search, gameData.bots, gameData.state_bytes, gameData.details.action_count);
    this.states = play.zeros(1, gameData.state_bytes);
    this.generator = play.zeros(GENERATOR_WORDS, INT32_BYTES);
    this.raceRanges = gameData.details.verbs
      .filter((verb) => verb.is_race)
      .map(({ first, ranges }) => ({ first, stop: first + product(ranges), ranges }));
  }

  /** Return the choice of a level's bot, with the delay and the errors of its reaction model. */
  choose(request: BotRequest, seed: Uint8Array): Choice {
    const reaction = this.gameData.bots.reactions[request.level];
    const intended = this.leveledChoice(request, seed);
    const random = new PythonRandom(joined(ascii("reflexes"), seed));
    const action = this.withError(reaction, request.offered, intended, random);
    return { action, after_ms: this.sampleMs(reaction, request.offered, random) };
  }

  /** Return the choice of a level without delays and reaction errors, like `LeveledBot`. */
  leveledChoice(request: BotRequest, seed: Uint8Array): number {
    const level = this.gameData.bots.levels[request.level];
    const access = this.accessOf(request, level.memory);
    const random = new PythonRandom(joined(ascii("noise"), seed));
    if (random.random() < level.noise) return random.choice(this.plausibleActions(access, random));
    if (level.random_moves && random.random() < level.random_moves) return random.choice(access.legal);
    if (access.legal.length === 1) return access.legal[0]!;
    return level.method === "greedy" ? this.greedyChoice(access, seed) : new SearchRun(level, access, seed, this.workspace).bestAction();
  }

  /** Return the action of the game's greedy policy, like `GreedyBot`. */
  naturalChoice(request: BotRequest, seed: Uint8Array): number {
    const access = this.accessOf(request, UNLIMITED_MEMORY);
    return access.legal.length === 1 ? access.legal[0]! : this.greedyChoice(access, seed);
  }

  private accessOf(request: BotRequest, capacity: number): SeatAccess {
    const { seat, now_ms, offered: legal } = request;
    const known = this.determinized(request.state, seat);
    if (capacity === UNLIMITED_MEMORY || !this.gameData.bots.forgets) return { seat, now_ms, legal, record: known, history: request.histories[0] };
    const { states } = this.workspace;
    const { kernels } = this.workspace;
    kernels.bytes(states).set(known);
    kernels.run("forget_at", states, 0, seat, capacity);
    const forgotten = kernels.bytes(states).slice(0, known.length);
    return { seat, now_ms, legal, record: this.determinized(forgotten, seat), history: request.histories[1] };
  }

  /** Return a state in which everything hidden from the seat is redrawn with a constant seed. */
  private determinized(state: Uint8Array, seat: number): Uint8Array {
    this.play.bytes(this.states).set(state);
    this.play.bytes(this.generator).set(seededGenerator(new Uint8Array(32)));
    this.play.run("resample_at", this.states, 0, seat, this.generator);
    return this.play.bytes(this.states).slice();
  }

  private greedyChoice(access: SeatAccess, seed: Uint8Array): number {
    const random = new PythonRandom(seed);
    this.workspace.start(access.record, random);
    const action = this.workspace.greedyAction(access.seat);
    return access.legal.includes(action) ? action : random.choice(access.legal);
  }

  private plausibleActions(access: SeatAccess, random: PythonRandom): number[] {
    this.workspace.start(access.record, random);
    return this.workspace.rootCandidates(access.seat, access.legal, this.gameData.bots.has_ranking);
  }

  // Reaction times and errors, as in `bots/timing/timed_bot.py`

  private withError(model: ReactionModel, legal: number[], action: number, random: PythonRandom): number {
    const racing = this.racingActions(legal);
    const drawn = random.random();
    if (!racing.length) return action;
    if (!racing.includes(action)) return drawn < model.false_alarm_rate ? random.choice(racing) : action;
    if (drawn < model.wrong_claim_rate) return this.wrongClaim(action, racing, random);
    const passing = legal.filter((other) => !racing.includes(other));
    return passing.length && drawn >= 1 - model.miss_rate ? passing[0]! : action;
  }

  private sampleMs(model: ReactionModel, legal: number[], random: PythonRandom): number {
    const steps = this.gameData.bots.quantile_steps;
    const thousandths = steps.slice(0, random.below(steps.length) + 1).reduce((sum, step) => sum + step, 0);
    const racing = this.racingActions(legal);
    if (!racing.length) return thinkingMs(model.think_ms, legal.length, thousandths);
    const comparisons = this.countComparisons(racing);
    const percent = comparisons ? 100 : RECALL_TIME_PERCENT;
    const median = (model.median_ms * percent) / 100 + model.scan_ms * Math.max(0, comparisons - 1);
    return Math.max(comparisons ? MIN_COMPARISON_MS : MIN_REACTION_MS, Math.floor((median * thousandths) / 1000));
  }

  private racingActions(legal: number[]): number[] {
    const racing = this.raceRanges.flatMap(({ first, stop }) => legal.filter((action) => action >= first && action < stop));
    return legal.length - racing.length <= 1 ? racing : [];
  }

  private countComparisons(racing: number[]): number {
    const seen = new Set<string>();
    this.raceRanges.forEach(({ first, stop, ranges }, n) => {
      if (ranges.length < 2) return;
      const each = product(ranges.slice(1));
      for (const action of racing) if (action >= first && action < stop) seen.add(`${n} ${Math.floor((action - first) / each)}`);
    });
    return seen.size;
  }

  private wrongClaim(action: number, racing: number[], random: PythonRandom): number {
    const range = this.raceRanges.find(({ first, stop }) => action >= first && action < stop);
    if (!range) return action;
    const size = range.ranges.at(-1)!;
    const first = action - ((action - range.first) % size);
    const wrong = racing.filter((other) => other >= first && other < first + size && other !== action);
    return wrong.length ? random.choice(wrong) : action;
  }
}

function product(sizes: number[]): number {
  return sizes.reduce((found, size) => found * size, 1);
}

function thinkingMs(medianMs: number, choices: number, thousandths: number): number {
  if (choices === 1) return MIN_THINKING_MS;
  const scaled = medianMs * (1 + 0.15 * (Math.log2(choices) - 1));
  return Math.min(Math.max(MIN_THINKING_MS, Math.floor((scaled * thousandths) / 1000)), MAX_THINKING_MS);
}
