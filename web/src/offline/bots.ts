// Bots of the five levels, around the search kernels of a game (search.wasm).
//
// This file does what `src/dottable/bots` does on the server, with the same draws from the same seed, so that choices are
// equal. `web/tests/offline/bots.test.ts` compares them. The names are those of the Python functions.
import type { BotFacts, GameFacts, Level, LevelSettings, ReactionModel } from "./facts";
import type { KernelArray, Kernels } from "./kernels";
import { PythonRandom } from "./pythonRandom";

/** What a bot is asked: it sees nothing else. */
export interface BotRequest {
  seat: number;
  level: Level;
  /** The state record. Everything that the seat cannot know is redrawn before use. */
  state: Uint8Array;
  now_ms: number;
  /** Actions that the seat may choose, ascending. */
  offered: number[];
  /** Public history, as the seat knows it and as a player with limited memory does. */
  histories: [number[], number[]];
}

/** An action, and the delay in milliseconds before the bot plays it. */
export interface Choice {
  action: number;
  after_ms: number;
}

const ROOT = 0;
const GENERATOR_WORDS = 28;
/** Index of the number of used words in a ChaCha generator, and its value before the first block. */
const [USED, BLOCK_WORDS] = [11, 16];
const MULTIPLIER = 4294883355;
const MAX_NODES = 200_000;
const MAX_SEATS = 8;
const UNLIMITED_MEMORY = -1;
const INT32 = 4;
const INT64 = 8;
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

/** Returns the bytes of a ChaCha generator keyed by a 32-byte seed. */
export function seededGenerator(seed: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 * GENERATOR_WORDS);
  bytes.set(seed);
  bytes[4 * USED] = BLOCK_WORDS;
  return bytes;
}

/** A seat's access to a match: a determinized state, the actions it may choose, and the public history. */
interface SeatAccess {
  seat: number;
  now_ms: number;
  record: Uint8Array;
  legal: number[];
  history: number[];
}

/** The arrays of searches of one game, in the memory of the search kernels. */
class Workspace {
  readonly states: KernelArray;
  tree: KernelArray;
  private readonly rootNodes: KernelArray;
  readonly path: KernelArray;
  readonly generator: KernelArray;
  readonly rng: KernelArray;
  readonly roundSeeds: KernelArray;
  readonly children: KernelArray;
  readonly actions: KernelArray;
  readonly candidates: KernelArray;
  readonly values: KernelArray;
  readonly steps: KernelArray;
  readonly poolStates: KernelArray;
  readonly poolScratch: KernelArray;
  readonly poolWeights: KernelArray;

  constructor(
    readonly kernels: Kernels,
    readonly facts: BotFacts,
    private readonly stateBytes: number,
    private readonly actionCount: number,
  ) {
    const zeros = (shape: number | number[], itemBytes: number) => kernels.zeros(shape, itemBytes);
    this.states = zeros(4, stateBytes);
    this.path = zeros(facts.path_length, INT64);
    this.generator = zeros(GENERATOR_WORDS, INT32);
    this.rng = zeros(2, INT64);
    this.roundSeeds = zeros(2, INT64);
    [this.children, this.actions, this.candidates] = [zeros(actionCount, INT32), zeros(actionCount, INT32), zeros(actionCount, INT32)];
    this.values = zeros(MAX_SEATS, 4);
    this.steps = zeros(1, INT64);
    const poolCount = Math.max(1, facts.pool_size + facts.scratch_states);
    this.poolStates = zeros(poolCount, stateBytes);
    this.poolScratch = zeros(facts.scratch_shape, INT64);
    this.poolWeights = zeros(poolCount, 8);
    this.rootNodes = zeros(actionCount + 1, INT64);
    this.tree = zeros(1, facts.node_bytes);
  }

  /** Makes room for the nodes of a search. */
  reserveNodes(simulations: number): void {
    const nodes = Math.min(simulations, MAX_NODES) + this.actionCount + 2;
    if (this.tree.shape[0]! < nodes) this.tree = this.kernels.zeros(nodes, this.facts.node_bytes);
  }

  start(record: Uint8Array, random: PythonRandom): void {
    this.kernels.bytes(this.states).set(record, ROOT * this.stateBytes);
    const numbers = this.kernels.numbers(this.rng);
    const [low, high] = [random.bits(32), random.bits(32)];
    numbers.setBigInt64(0, BigInt(low), true);
    numbers.setBigInt64(INT64, BigInt(1 + (high % (MULTIPLIER - 2))), true);
  }

  greedyAction(seat: number): number {
    return this.kernels.run("greedy_at", this.states, ROOT, seat, this.rng, this.actions);
  }

  rolloutPolicyAction(seat: number): number {
    return this.kernels.run("rollout_policy_at", this.states, ROOT, seat, this.rng, this.actions);
  }

  rootCandidates(seat: number, legal: number[], isRanked: boolean): number[] {
    const count = this.kernels.run("candidates_at", this.states, ROOT, seat, isRanked, this.rng, this.actions, this.candidates);
    const allowed = new Set(legal);
    const found = this.kernels.integers(this.candidates, count).filter((action) => allowed.has(action));
    return found.length ? found : legal;
  }

  writeHistory(history: number[]): void {
    const numbers = this.kernels.numbers(this.poolScratch);
    const count = history.length < this.facts.scratch_shape[1] ? history.length : 0;
    numbers.setBigInt64(0, BigInt(count), true);
    for (let k = 0; k < count; k++) numbers.setBigInt64(INT64 * (k + 1), BigInt(history[k]!), true);
  }

  /** Returns the array of these node numbers. */
  rootChildren(nodes: number[]): KernelArray {
    const numbers = this.kernels.numbers(this.rootNodes);
    nodes.forEach((node, k) => numbers.setBigInt64(INT64 * k, BigInt(node), true));
    return { ...this.rootNodes, shape: [nodes.length] };
  }

  /** Reads or writes the fields of a tree node. */
  node(number: number) {
    const numbers = this.kernels.numbers(this.tree);
    const { node_bytes: size, node_offsets: offsets } = this.facts;
    const at = (name: string) => number * size + offsets[name]!;
    return {
      integer: (name: string) => numbers.getInt32(at(name), true),
      total: () => numbers.getFloat64(at("total"), true),
      set: (name: string, value: number) => numbers.setInt32(at(name), value, true),
      clear: () => new Uint8Array(numbers.buffer, numbers.byteOffset + number * size, size).fill(0),
    };
  }
}

/** The search for one move; `bots/search/search_bot.py` explains it. */
class SearchRun {
  private readonly random: PythonRandom;
  private readonly simulations: number;
  private readonly isRanked: boolean;
  private usedNodes = 1;
  private poolSize = 0;

  constructor(
    private readonly config: LevelSettings,
    private readonly access: SeatAccess,
    seed: Uint8Array,
    private readonly workspace: Workspace,
  ) {
    this.simulations = Math.max(2, config.simulations);
    workspace.reserveNodes(this.simulations);
    this.isRanked = workspace.facts.has_ranking;
    this.random = new PythonRandom(seed);
    const generator = seededGenerator(this.random.bytes(32));
    workspace.start(access.record, this.random);
    workspace.kernels.bytes(workspace.generator).set(generator);
    workspace.kernels.numbers(workspace.steps).setBigInt64(0, 0n, true);
  }

  bestAction(): number {
    const [greedy, actions] = this.rootActions();
    const ordered = [greedy, ...actions.filter((action) => action !== greedy)];
    this.addRootChildren(ordered);
    const greedyNode = 1;
    let rivals = ordered.slice(1).map((_, k) => k + 2);
    if (!rivals.length) return greedy;
    this.fillPool();
    const phases = Math.max(1, Math.ceil(Math.log2(1 + rivals.length)));
    for (let phase = 0; phase < phases; phase++) {
      const nodes = [greedyNode, ...rivals];
      this.simulate(nodes, Math.max(1, Math.floor(Math.floor(this.simulations / phases) / nodes.length)));
      rivals = rivals.sort((a, b) => this.meanReturn(b) - this.meanReturn(a)).slice(0, Math.max(1, Math.floor(rivals.length / 2)));
    }
    const best = rivals[0]!;
    const isBetter = this.meanReturn(best) > this.meanReturn(greedyNode) + this.requiredMargin(best, greedyNode);
    return this.workspace.node(isBetter ? best : greedyNode).integer("action");
  }

  private rootActions(): [number, number[]] {
    const { seat, legal } = this.access;
    const greedy = this.workspace.rolloutPolicyAction(seat);
    let candidates = this.workspace.rootCandidates(seat, legal, this.isRanked);
    const limit = Math.max(2, Math.min(this.config.width, this.simulations));
    if (candidates.length > limit && !this.isRanked) candidates = this.random.sample(candidates, limit);
    return [legal.includes(greedy) ? greedy : candidates[0]!, candidates.slice(0, limit)];
  }

  /** Clears the tree and adds one child of the root per action, with the numbers 1, 2, ... */
  private addRootChildren(actions: number[]): void {
    this.workspace.node(ROOT).clear();
    actions.forEach((action, k) => {
      const child = this.workspace.node(k + 1);
      child.clear();
      child.set("sibling", k);
      child.set("seat", this.access.seat);
      child.set("action", action);
    });
    this.workspace.node(ROOT).set("first_child", actions.length);
    this.usedNodes = 1 + actions.length;
  }

  private fillPool(): void {
    const { workspace } = this;
    this.poolSize = this.isRanked ? Math.min(workspace.facts.pool_size, Math.max(1, this.simulations)) : 0;
    if (!this.poolSize) return;
    workspace.writeHistory(this.access.history);
    const { states, poolStates, poolScratch, poolWeights, generator, actions } = workspace;
    workspace.kernels.run("fill_pool", states, poolStates, poolScratch, poolWeights, generator, actions, this.poolSize, this.access.seat);
  }

  private simulate(nodes: number[], rounds: number): void {
    const { workspace: w, config, access } = this;
    const children = w.rootChildren(nodes);
    const settings = [access.seat, access.now_ms, config.rollout_limit, config.random_rate, config.exploration, this.isRanked, this.poolSize, false];
    const memory = [w.states, w.tree, w.path, w.generator, w.rng, w.roundSeeds, w.children, w.actions, w.candidates, w.values, w.steps];
    this.usedNodes = w.kernels.run("simulate", ...settings, ...memory, w.poolStates, w.poolWeights, children, rounds, this.usedNodes);
  }

  private meanReturn(child: number): number {
    const node = this.workspace.node(child);
    return node.total() / node.integer("visits");
  }

  private requiredMargin(child: number, greedyNode: number): number {
    if (!this.workspace.facts.has_policy) return 0;
    const visits = (number: number) => this.workspace.node(number).integer("visits");
    return this.config.standard_errors * Math.sqrt(1 / visits(child) + 1 / visits(greedyNode));
  }
}

/** The bots of one game. */
export class Bots {
  private readonly workspace: Workspace;
  private readonly states: KernelArray;
  private readonly generator: KernelArray;
  private readonly raceRanges: { first: number; stop: number; ranges: number[] }[];

  constructor(
    private readonly facts: GameFacts,
    private readonly play: Kernels,
    search: Kernels,
  ) {
    this.workspace = new Workspace(search, facts.bots, facts.state_bytes, facts.details.action_count);
    this.states = play.zeros(1, facts.state_bytes);
    this.generator = play.zeros(GENERATOR_WORDS, INT32);
    this.raceRanges = facts.details.verbs
      .filter((verb) => verb.is_race)
      .map(({ first, ranges }) => ({ first, stop: first + product(ranges), ranges }));
  }

  /** Returns the choice of a level's bot, with the delay and the errors of its reaction model. */
  choose(request: BotRequest, seed: Uint8Array): Choice {
    const reaction = this.facts.bots.reactions[request.level];
    const intended = this.leveledChoice(request, seed);
    const random = new PythonRandom(joined(ascii("reflexes"), seed));
    const action = this.withError(reaction, request.offered, intended, random);
    return { action, after_ms: this.sampleMs(reaction, request.offered, random) };
  }

  /** Returns the choice of a level without delays and reaction errors, like `LeveledBot`. */
  leveledChoice(request: BotRequest, seed: Uint8Array): number {
    const level = this.facts.bots.levels[request.level];
    const access = this.accessOf(request, level.memory);
    const random = new PythonRandom(joined(ascii("noise"), seed));
    if (random.random() < level.noise) return random.choice(this.plausibleActions(access, random));
    if (level.random_moves && random.random() < level.random_moves) return random.choice(access.legal);
    if (access.legal.length === 1) return access.legal[0]!;
    return level.method === "greedy" ? this.greedyChoice(access, seed) : new SearchRun(level, access, seed, this.workspace).bestAction();
  }

  private accessOf(request: BotRequest, capacity: number): SeatAccess {
    const { seat, now_ms, offered: legal } = request;
    const known = this.determinized(request.state, seat);
    if (capacity === UNLIMITED_MEMORY || !this.facts.bots.forgets) return { seat, now_ms, legal, record: known, history: request.histories[0] };
    const { states } = this.workspace;
    const { kernels } = this.workspace;
    kernels.bytes(states).set(known);
    kernels.run("forget_at", states, 0, seat, capacity);
    const forgotten = kernels.bytes(states).slice(0, known.length);
    return { seat, now_ms, legal, record: this.determinized(forgotten, seat), history: request.histories[1] };
  }

  /** Returns a state in which everything hidden from the seat is redrawn with a constant seed. */
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
    return this.workspace.rootCandidates(access.seat, access.legal, this.facts.bots.has_ranking);
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
    const { quantiles } = this.facts.bots;
    const thousandths = quantiles[random.below(quantiles.length)]!;
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
