// Tree search around the search kernels of a game (search.wasm), as `bots/search/search_bot.py` on the server.
import type { BotData, LevelSettings } from "./gameData";
import type { KernelArray, WasmKernels } from "./wasmKernels";
import { PythonRandom } from "./pythonRandom";

const ROOT = 0;
export const GENERATOR_WORD_COUNT = 28;
/** Index of the number of used words in a ChaCha generator, and its value before the first block. */
const [USED, BLOCK_WORDS] = [11, 16];
export const MWC_MULTIPLIER = 4294883355;
const MAX_NODES = 200_000;
const MAX_SEATS = 8;
export const INT32_BYTES = 4;
const INT64_BYTES = 8;

/** Return the bytes of a ChaCha generator keyed by a 32-byte seed. */
export function seededGenerator(seed: Uint8Array): Uint8Array {
  const generatorBytes = new Uint8Array(4 * GENERATOR_WORD_COUNT);
  generatorBytes.set(seed);
  generatorBytes[4 * USED] = BLOCK_WORDS;
  return generatorBytes;
}

/** A seat's access to a match: a determinized state, the actions it may choose, and the public history. */
export interface SeatAccess {
  seat: number;
  now_ms: number;
  record: Uint8Array;
  legal: number[];
  history: number[];
}

/** The arrays of searches of one game, in the memory of the search kernels. */
export class SearchWorkspace {
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
    readonly kernels: WasmKernels,
    readonly botData: BotData,
    private readonly stateBytes: number,
    private readonly actionCount: number,
  ) {
    const newArray = (shape: number | number[], itemBytes: number) => kernels.zeros(shape, itemBytes);
    this.states = newArray(4, stateBytes);
    this.path = newArray(botData.path_length, INT64_BYTES);
    this.generator = newArray(GENERATOR_WORD_COUNT, INT32_BYTES);
    this.rng = newArray(2, INT64_BYTES);
    this.roundSeeds = newArray(2, INT64_BYTES);
    [this.children, this.actions, this.candidates] = [newArray(actionCount, INT32_BYTES), newArray(actionCount, INT32_BYTES), newArray(actionCount, INT32_BYTES)];
    this.values = newArray(MAX_SEATS, 4);
    this.steps = newArray(1, INT64_BYTES);
    const poolStateCount = Math.max(1, botData.pool_size + botData.scratch_states);
    this.poolStates = newArray(poolStateCount, stateBytes);
    this.poolScratch = newArray(botData.scratch_shape, INT64_BYTES);
    this.poolWeights = newArray(poolStateCount, 8);
    this.rootNodes = newArray(actionCount + 1, INT64_BYTES);
    this.tree = newArray(1, botData.node_bytes);
  }

  /** Make room for the tree nodes of a search with this number of simulations. */
  reserveNodes(simulations: number): void {
    const nodeCount = Math.min(simulations, MAX_NODES) + this.actionCount + 2;
    if (this.tree.shape[0]! < nodeCount) this.tree = this.kernels.zeros(nodeCount, this.botData.node_bytes);
  }

  start(record: Uint8Array, random: PythonRandom): void {
    this.kernels.bytes(this.states).set(record, ROOT * this.stateBytes);
    const rngView = this.kernels.numbers(this.rng);
    const [low, high] = [random.bits(32), random.bits(32)];
    rngView.setBigInt64(0, BigInt(low), true);
    rngView.setBigInt64(INT64_BYTES, BigInt(1 + (high % (MWC_MULTIPLIER - 2))), true);
  }

  greedyAction(seat: number): number {
    return this.kernels.run("greedy_at", this.states, ROOT, seat, this.rng, this.actions);
  }

  rolloutPolicyAction(seat: number): number {
    return this.kernels.run("rollout_policy_at", this.states, ROOT, seat, this.rng, this.actions);
  }

  rootCandidates(seat: number, legal: number[], isRanked: boolean): number[] {
    const candidateCount = this.kernels.run("candidates_at", this.states, ROOT, seat, isRanked, this.rng, this.actions, this.candidates);
    const legalSet = new Set(legal);
    const legalCandidates = this.kernels.integers(this.candidates, candidateCount).filter((action) => legalSet.has(action));
    return legalCandidates.length ? legalCandidates : legal;
  }

  writeHistory(history: number[]): void {
    const scratchView = this.kernels.numbers(this.poolScratch);
    const historyLength = history.length < this.botData.scratch_shape[1] ? history.length : 0;
    scratchView.setBigInt64(0, BigInt(historyLength), true);
    for (let k = 0; k < historyLength; k++) scratchView.setBigInt64(INT64_BYTES * (k + 1), BigInt(history[k]!), true);
  }

  /** Return an array in kernel memory with these node numbers. */
  rootChildren(nodes: number[]): KernelArray {
    const nodeNumbersView = this.kernels.numbers(this.rootNodes);
    nodes.forEach((node, k) => nodeNumbersView.setBigInt64(INT64_BYTES * k, BigInt(node), true));
    return { ...this.rootNodes, shape: [nodes.length] };
  }

  /** Read or write the fields of a tree node. */
  node(number: number) {
    const treeView = this.kernels.numbers(this.tree);
    const { node_bytes: size, node_offsets: offsets } = this.botData;
    const at = (name: string) => number * size + offsets[name]!;
    return {
      integer: (name: string) => treeView.getInt32(at(name), true),
      total: () => treeView.getFloat64(at("total"), true),
      set: (name: string, value: number) => treeView.setInt32(at(name), value, true),
      clear: () => new Uint8Array(treeView.buffer, treeView.byteOffset + number * size, size).fill(0),
    };
  }
}

/** The search for one move; `bots/search/search_bot.py` explains it. */
export class SearchRun {
  private readonly random: PythonRandom;
  private readonly simulations: number;
  private readonly isRanked: boolean;
  private usedNodes = 1;
  private poolSize = 0;

  constructor(
    private readonly config: LevelSettings,
    private readonly access: SeatAccess,
    seed: Uint8Array,
    private readonly workspace: SearchWorkspace,
  ) {
    this.simulations = Math.max(2, config.simulations);
    workspace.reserveNodes(this.simulations);
    this.isRanked = workspace.botData.has_ranking;
    this.random = new PythonRandom(seed);
    const generatorState = seededGenerator(this.random.bytes(32));
    workspace.start(access.record, this.random);
    workspace.kernels.bytes(workspace.generator).set(generatorState);
    workspace.kernels.numbers(workspace.steps).setBigInt64(0, 0n, true);
  }

  bestAction(): number {
    const [greedy, actions] = this.rootActions();
    const orderedActions = [greedy, ...actions.filter((action) => action !== greedy)];
    this.addRootChildren(orderedActions);
    const greedyNodeNumber = 1;
    let rivals = orderedActions.slice(1).map((_, k) => k + 2);
    if (!rivals.length) return greedy;
    this.fillPool();
    const phaseCount = Math.max(1, Math.ceil(Math.log2(1 + rivals.length)));
    for (let phase = 0; phase < phaseCount; phase++) {
      const comparedNodes = [greedyNodeNumber, ...rivals];
      this.simulate(comparedNodes, Math.max(1, Math.floor(Math.floor(this.simulations / phaseCount) / comparedNodes.length)));
      rivals = rivals.sort((a, b) => this.meanReturn(b) - this.meanReturn(a)).slice(0, Math.max(1, Math.floor(rivals.length / 2)));
    }
    const best = rivals[0]!;
    const isRivalBetter = this.meanReturn(best) > this.meanReturn(greedyNodeNumber) + this.requiredMargin(best, greedyNodeNumber);
    return this.workspace.node(isRivalBetter ? best : greedyNodeNumber).integer("action");
  }

  /** Simulate two actions equally often. Returns the mean return of each. */
  compareTwo(actions: [number, number], rounds: number): [number, number] {
    this.addRootChildren(actions);
    this.fillPool();
    this.simulate([1, 2], rounds);
    return [this.meanReturn(1), this.meanReturn(2)];
  }

  private rootActions(): [number, number[]] {
    const { seat, legal } = this.access;
    const policyAction = this.workspace.rolloutPolicyAction(seat);
    let candidates = this.workspace.rootCandidates(seat, legal, this.isRanked);
    const maxCandidates = Math.max(2, Math.min(this.config.width, this.simulations));
    if (candidates.length > maxCandidates && !this.isRanked) candidates = this.random.sample(candidates, maxCandidates);
    return [legal.includes(policyAction) ? policyAction : candidates[0]!, candidates.slice(0, maxCandidates)];
  }

  /** Clear the tree and add one child of the root per action, with the numbers 1, 2, ... */
  private addRootChildren(actions: number[]): void {
    this.workspace.node(ROOT).clear();
    actions.forEach((action, k) => {
      const childNode = this.workspace.node(k + 1);
      childNode.clear();
      childNode.set("sibling", k);
      childNode.set("seat", this.access.seat);
      childNode.set("action", action);
    });
    this.workspace.node(ROOT).set("first_child", actions.length);
    this.usedNodes = 1 + actions.length;
  }

  private fillPool(): void {
    const { workspace } = this;
    this.poolSize = this.isRanked ? Math.min(workspace.botData.pool_size, Math.max(1, this.simulations)) : 0;
    if (!this.poolSize) return;
    workspace.writeHistory(this.access.history);
    const { states, poolStates, poolScratch, poolWeights, generator, actions } = workspace;
    workspace.kernels.run("fill_pool", states, poolStates, poolScratch, poolWeights, generator, actions, this.poolSize, this.access.seat);
  }

  private simulate(nodes: number[], rounds: number): void {
    const { workspace: w, config, access } = this;
    const comparedChildren = w.rootChildren(nodes);
    const searchArguments = [access.seat, access.now_ms, config.rollout_limit, config.random_rate, config.exploration, this.isRanked, this.poolSize, false];
    const workspaceArrays = [w.states, w.tree, w.path, w.generator, w.rng, w.roundSeeds, w.children, w.actions, w.candidates, w.values, w.steps];
    this.usedNodes = w.kernels.run("simulate", ...searchArguments, ...workspaceArrays, w.poolStates, w.poolWeights, comparedChildren, rounds, this.usedNodes);
  }

  private meanReturn(child: number): number {
    const node = this.workspace.node(child);
    return node.total() / node.integer("visits");
  }

  private requiredMargin(child: number, greedyNode: number): number {
    if (!this.workspace.botData.has_policy) return 0;
    const visitCount = (number: number) => this.workspace.node(number).integer("visits");
    return this.config.standard_errors * Math.sqrt(1 / visitCount(child) + 1 / visitCount(greedyNode));
  }
}
