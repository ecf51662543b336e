// Bots of the five levels, around the search kernels of a game (search.wasm).
//
// This file does what `src/dottable/bots` does on the server, with the same draws from the same seed, so that choices are
// equal. `web/tests/offline/bots.test.ts` compares them. The names are those of the Python functions.
import type { GameData, BotLevel, ReactionModel } from "./gameData";
import type { KernelArray, WasmKernels } from "./wasmKernels";
import { PythonRandom } from "./pythonRandom";
import { GENERATOR_WORD_COUNT, INT32_BYTES, SearchRun, seededGenerator, SearchWorkspace, type SeatAccess } from "./treeSearch";

/** A request for a bot's choice. It contains everything that the bot may see. */
export interface BotRequest {
  seat: number;
  level: BotLevel;
  /** The state record. Bots redraw everything that the seat cannot know before they use it. */
  state: Uint8Array;
  now_ms: number;
  /** Actions that the seat may choose, ascending. */
  offered: number[];
  /** Public history for a player with full memory, then for a player with limited memory. */
  histories: [number[], number[]];
}

/** An action, and the delay in milliseconds before the bot plays it. */
export interface BotChoice {
  action: number;
  after_ms: number;
}

const UNLIMITED_MEMORY = -1;
const MIN_REACTION_MS = 180;
const MIN_COMPARISON_MS = 600;
const RECALL_TIME_PERCENT = 60;
const [MIN_THINKING_MS, MAX_THINKING_MS] = [400, 3000];

const asciiBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

function joinBytes(...parts: Uint8Array[]): Uint8Array {
  const joinedBytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joinedBytes.set(part, at);
    at += part.length;
  }
  return joinedBytes;
}

/** The bots of one game. */
export class Bots {
  private readonly workspace: SearchWorkspace;
  private readonly states: KernelArray;
  private readonly generator: KernelArray;
  private readonly raceRanges: { first: number; stop: number; ranges: number[] }[];

  constructor(
    private readonly gameData: GameData,
    private readonly play: WasmKernels,
    search: WasmKernels,
  ) {
    this.workspace = new SearchWorkspace(search, gameData.bots, gameData.state_bytes, gameData.details.action_count);
    this.states = play.zeros(1, gameData.state_bytes);
    this.generator = play.zeros(GENERATOR_WORD_COUNT, INT32_BYTES);
    this.raceRanges = gameData.details.verbs
      .filter((verb) => verb.is_race)
      .map(({ first, ranges }) => ({ first, stop: first + productOf(ranges), ranges }));
  }

  /** Return the choice of a level's bot, with the delay and the errors of its reaction model. */
  choose(request: BotRequest, seed: Uint8Array): BotChoice {
    const reactionModel = this.gameData.bots.reactions[request.level];
    const intendedAction = this.leveledChoice(request, seed);
    const reflexRandom = new PythonRandom(joinBytes(asciiBytes("reflexes"), seed));
    const actionWithError = this.withError(reactionModel, request.offered, intendedAction, reflexRandom);
    return { action: actionWithError, after_ms: this.sampleMs(reactionModel, request.offered, reflexRandom) };
  }

  /** Return the choice of a level without delays and reaction errors, like `LeveledBot`. */
  leveledChoice(request: BotRequest, seed: Uint8Array): number {
    const levelSettings = this.gameData.bots.levels[request.level];
    const seatAccess = this.accessOf(request, levelSettings.memory);
    const noiseRandom = new PythonRandom(joinBytes(asciiBytes("noise"), seed));
    if (noiseRandom.random() < levelSettings.noise) return noiseRandom.choice(this.plausibleActions(seatAccess, noiseRandom));
    if (levelSettings.random_moves && noiseRandom.random() < levelSettings.random_moves) return noiseRandom.choice(seatAccess.legal);
    if (seatAccess.legal.length === 1) return seatAccess.legal[0]!;
    return levelSettings.method === "greedy" ? this.greedyChoice(seatAccess, seed) : new SearchRun(levelSettings, seatAccess, seed, this.workspace).bestAction();
  }

  /** Return the action of the game's greedy policy, like `GreedyBot`. */
  naturalChoice(request: BotRequest, seed: Uint8Array): number {
    const seatAccess = this.accessOf(request, UNLIMITED_MEMORY);
    return seatAccess.legal.length === 1 ? seatAccess.legal[0]! : this.greedyChoice(seatAccess, seed);
  }

  private accessOf(request: BotRequest, capacity: number): SeatAccess {
    const { seat, now_ms, offered: legal } = request;
    const knownState = this.determinized(request.state, seat);
    if (capacity === UNLIMITED_MEMORY || !this.gameData.bots.forgets) return { seat, now_ms, legal, record: knownState, history: request.histories[0] };
    const { states } = this.workspace;
    const { kernels } = this.workspace;
    kernels.bytes(states).set(knownState);
    kernels.run("forget_at", states, 0, seat, capacity);
    const stateAfterForgetting = kernels.bytes(states).slice(0, knownState.length);
    return { seat, now_ms, legal, record: this.determinized(stateAfterForgetting, seat), history: request.histories[1] };
  }

  /** Return a state in which everything hidden from the seat is redrawn with a constant seed. */
  private determinized(state: Uint8Array, seat: number): Uint8Array {
    this.play.bytes(this.states).set(state);
    this.play.bytes(this.generator).set(seededGenerator(new Uint8Array(32)));
    this.play.run("resample_at", this.states, 0, seat, this.generator);
    return this.play.bytes(this.states).slice();
  }

  private greedyChoice(access: SeatAccess, seed: Uint8Array): number {
    const greedyRandom = new PythonRandom(seed);
    this.workspace.start(access.record, greedyRandom);
    const greedyAction = this.workspace.greedyAction(access.seat);
    return access.legal.includes(greedyAction) ? greedyAction : greedyRandom.choice(access.legal);
  }

  private plausibleActions(access: SeatAccess, random: PythonRandom): number[] {
    this.workspace.start(access.record, random);
    return this.workspace.rootCandidates(access.seat, access.legal, this.gameData.bots.has_ranking);
  }

  // Reaction times and errors, as in `bots/timing/timed_bot.py`

  private withError(model: ReactionModel, legal: number[], action: number, random: PythonRandom): number {
    const raceActions = this.racingActions(legal);
    const randomShare = random.random();
    if (!raceActions.length) return action;
    if (!raceActions.includes(action)) return randomShare < model.false_alarm_rate ? random.choice(raceActions) : action;
    if (randomShare < model.wrong_claim_rate) return this.wrongClaim(action, raceActions, random);
    const nonRaceActions = legal.filter((other) => !raceActions.includes(other));
    return nonRaceActions.length && randomShare >= 1 - model.miss_rate ? nonRaceActions[0]! : action;
  }

  private sampleMs(model: ReactionModel, legal: number[], random: PythonRandom): number {
    const quantileSteps = this.gameData.bots.quantile_steps;
    const quantileThousandths = quantileSteps.slice(0, random.below(quantileSteps.length) + 1).reduce((sum, step) => sum + step, 0);
    const raceActions = this.racingActions(legal);
    if (!raceActions.length) return thinkingMs(model.think_ms, legal.length, quantileThousandths);
    const comparisonCount = this.countComparisons(raceActions);
    const timePercent = comparisonCount ? 100 : RECALL_TIME_PERCENT;
    const medianMs = (model.median_ms * timePercent) / 100 + model.scan_ms * Math.max(0, comparisonCount - 1);
    return Math.max(comparisonCount ? MIN_COMPARISON_MS : MIN_REACTION_MS, Math.floor((medianMs * quantileThousandths) / 1000));
  }

  private racingActions(legal: number[]): number[] {
    const raceActions = this.raceRanges.flatMap(({ first, stop }) => legal.filter((action) => action >= first && action < stop));
    return legal.length - raceActions.length <= 1 ? raceActions : [];
  }

  private countComparisons(racing: number[]): number {
    const seen = new Set<string>();
    this.raceRanges.forEach(({ first, stop, ranges }, n) => {
      if (ranges.length < 2) return;
      const each = productOf(ranges.slice(1));
      for (const action of racing) if (action >= first && action < stop) seen.add(`${n} ${Math.floor((action - first) / each)}`);
    });
    return seen.size;
  }

  private wrongClaim(action: number, racing: number[], random: PythonRandom): number {
    const raceRange = this.raceRanges.find(({ first, stop }) => action >= first && action < stop);
    if (!raceRange) return action;
    const size = raceRange.ranges.at(-1)!;
    const firstOfCard = action - ((action - raceRange.first) % size);
    const wrongClaims = racing.filter((other) => other >= firstOfCard && other < firstOfCard + size && other !== action);
    return wrongClaims.length ? random.choice(wrongClaims) : action;
  }
}

function productOf(sizes: number[]): number {
  return sizes.reduce((found, size) => found * size, 1);
}

function thinkingMs(medianMs: number, choices: number, thousandths: number): number {
  if (choices === 1) return MIN_THINKING_MS;
  const scaledMedianMs = medianMs * (1 + 0.15 * (Math.log2(choices) - 1));
  return Math.min(Math.max(MIN_THINKING_MS, Math.floor((scaledMedianMs * thousandths) / 1000)), MAX_THINKING_MS);
}
