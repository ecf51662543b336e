// Rollouts for reviews (study.wasm) and searches, called by Python in the page. The counterpart of `study/rollouts.py`.
import { sha256, bytesFromHex } from "../lib/sha256";
import type { GameData, LevelSettings } from "./gameData";
import type { KernelArgument, KernelArray, WasmKernels, PythonMemory } from "./wasmKernels";
import { PythonRandom } from "./pythonRandom";
import { MWC_MULTIPLIER, SearchRun, seededGenerator, SearchWorkspace, type SeatAccess } from "./treeSearch";

const ROLLOUT_LIMIT = 1500;
const CHANCE_PROBE_COUNT = 12;
const NO_ACTION = -1;
/** Index of the state in which a rollout ends. */
const PLAYED_STATE_INDEX = 2;
const GENERATOR_BYTES = 112;
const INT64_BYTES = 8;
const FLOAT64_BYTES = 8;
const MAX_SEATS = 8;
/** Maximum number of results of one kernel call. */
const MAX_RESULTS = 65_536;
/** Search settings of the tree search that confirms a loss: the defaults of the fields of `SearchConfig` that it uses. */
const LOSS_SEARCH_SETTINGS = { exploration: 0.6, random_rate: 0, rollout_limit: ROLLOUT_LIMIT, width: 24, standard_errors: 0.5 };
const utf8 = (text: string) => new TextEncoder().encode(text);

/** Return 32 bytes, equal to those of Python's `seed_of`: the SHA-256 of both parts with a zero byte between them. */
function seedOf(first: string, seed: Uint8Array): Uint8Array {
  return bytesFromHex(sha256(Uint8Array.from([...utf8(first), 0, ...seed])));
}

/** A seat's access as JSON contains it, without the state record. */
type AccessWithoutRecord = Omit<SeatAccess, "record">;

export class Rollouts {
  private readonly work: SearchWorkspace;
  private readonly key: KernelArray;
  private readonly probes: KernelArray;
  private readonly actions: KernelArray;
  private readonly settings: KernelArray;
  private readonly results: [KernelArray, KernelArray];
  private state: Uint8Array = new Uint8Array();
  private seed: Uint8Array = new Uint8Array();

  constructor(
    private readonly gameData: GameData,
    private readonly study: WasmKernels,
    private readonly search: SearchWorkspace,
  ) {
    this.work = new SearchWorkspace(study, { ...gameData.bots, path_length: 2 }, gameData.state_bytes, Math.max(gameData.details.action_count, MAX_SEATS));
    this.key = study.zeros(8, 4);
    this.probes = study.zeros(CHANCE_PROBE_COUNT, gameData.state_bytes);
    this.actions = study.zeros(Math.max(gameData.details.action_count, MAX_SEATS), INT64_BYTES);
    this.settings = study.zeros(gameData.details.options.length + gameData.deck_numbers.length + 1, 4);
    this.results = [study.zeros(MAX_RESULTS, FLOAT64_BYTES), study.zeros(MAX_RESULTS, FLOAT64_BYTES)];
  }

  /** Set the integers that encode the options and the deck of the match. */
  useSettings(matchSettings: number[]): void {
    const settingsView = this.study.numbers(this.settings);
    matchSettings.forEach((number, k) => settingsView.setInt32(4 * k, number, true));
  }

  /** Return the functions that `studyRuntime.py` calls. */
  functions(memory: PythonMemory) {
    return {
      take_state: (address: number, size: number) => void (this.state = memory.read(address, size).slice()),
      take_seed: (address: number, size: number) => void (this.seed = memory.read(address, size).slice()),
      give_results: (place: 0 | 1, address: number, size: number) => memory.write(address, this.study.bytes(this.results[place]).slice(0, size)),
      give_played_state: (address: number, size: number) => memory.write(address, this.study.bytes(this.work.states).slice(PLAYED_STATE_INDEX * size, (PLAYED_STATE_INDEX + 1) * size)),
      value: (seat: number, action: number, nowMs: number, seats: number, rollouts: number) => {
        this.start();
        this.study.run("roll_out_state", ...this.arguments(seat, nowMs), this.key, action, this.result(0, rollouts, 2 * seats));
      },
      value_of_deals: (seats: number, rollouts: number) => this.valueOfDeals(seats, rollouts),
      depends_on_chance: (seat: number, action: number, nowMs: number) => this.dependsOnChance(seat, action, nowMs),
      prepare: (accessJson: string, poolSize: number) => this.prepare(JSON.parse(accessJson) as AccessWithoutRecord, poolSize),
      compare: (seat: number, nowMs: number, actions: string, deals: number, poolSize: number) => this.compare(seat, nowMs, JSON.parse(actions) as number[], deals, poolSize),
      compare_with_policy: (seat: number, nowMs: number, seats: number, action: number, deals: number, poolSize: number) => {
        const resultArrays = [this.result(0, deals, 2 * seats), this.result(1, deals, 2 * seats)];
        this.study.run("compare_with_policy", ...this.arguments(seat, nowMs, poolSize), ...this.pool(), action, ...resultArrays);
      },
      new_random: (address: number, size: number) => new PythonRandom(memory.read(address, size).slice()),
      start_ranking: (random: PythonRandom) => this.search.start(this.state, random),
      root_candidates: (seat: number, legal: string) => JSON.stringify(this.search.rootCandidates(seat, JSON.parse(legal) as number[], this.gameData.bots.has_ranking)),
      search_two: (accessJson: string, best: number, played: number, simulations: number) => {
        const seatAccess = { ...(JSON.parse(accessJson) as AccessWithoutRecord), record: this.state };
        const run = new SearchRun({ ...LOSS_SEARCH_SETTINGS, simulations: 2 * simulations } as LevelSettings, seatAccess, seedOf("search", this.seed), this.search);
        return JSON.stringify(run.compareTwo([best, played], simulations));
      },
    };
  }

  /** Set the root state and the key of the random numbers. */
  private start(): void {
    this.study.bytes(this.work.states).set(this.state);
    this.study.bytes(this.key).set(this.seed);
  }

  private result(place: 0 | 1, rows: number, columns: number): KernelArray {
    if (rows * columns > MAX_RESULTS) throw new Error("A review asks for too many rollouts at once.");
    return { ...this.results[place], shape: [rows, columns] };
  }

  /** Return the settings and the memory of a rollout in which `seat` moves first. */
  private arguments(seat: number, nowMs: number, poolSize = 0): KernelArgument[] {
    const w = this.work;
    const rolloutArguments = [seat, nowMs, ROLLOUT_LIMIT, 0, 0, this.gameData.bots.has_ranking, poolSize, false];
    return [...rolloutArguments, w.states, w.tree, w.path, w.generator, w.rng, w.roundSeeds, w.children, w.actions, w.candidates, w.values, w.steps];
  }

  private pool(): KernelArgument[] {
    return [this.work.poolStates, this.work.poolWeights];
  }

  private valueOfDeals(seats: number, rollouts: number): void {
    const { study, work } = this;
    this.start();
    const size = this.gameData.state_bytes;
    study.bytes(work.states).fill(0, size, 2 * size);
    study.run("roll_out_deals", ...this.arguments(0, 0), this.key, this.settings, this.result(0, rollouts, 2 * seats));
  }

  /** Return whether the result of an action depends on future chance, such as a draw. Bytes that are random before the action too do not count. */
  private dependsOnChance(seat: number, action: number, nowMs: number): boolean {
    this.start();
    const differingBytesAfter = (made: number) => {
      this.study.run("redraw_and_play", ...this.arguments(seat, nowMs), this.key, made, this.probes);
      return this.differingBytes();
    };
    const bytesAlreadyRandom = differingBytesAfter(NO_ACTION);
    return differingBytesAfter(action).some((differs, k) => differs && !bytesAlreadyRandom[k]);
  }

  private differingBytes(): boolean[] {
    const raw = this.study.bytes(this.probes);
    const size = this.gameData.state_bytes;
    return Array.from({ length: size }, (_, at) => {
      if (at < GENERATOR_BYTES) return true;
      for (let n = 1; n < CHANCE_PROBE_COUNT; n++) if (raw[n * size + at] !== raw[at]) return true;
      return false;
    });
  }

  /** Set the root to a seat's knowledge and fill the pool of likely states. Returns the pool's size. */
  private prepare(access: AccessWithoutRecord, wanted: number): number {
    const { study, work, gameData } = this;
    study.bytes(work.generator).set(seededGenerator(this.seed));
    const seedWords = new DataView(seedOf("rollouts", this.seed).buffer);
    const generatorView = study.numbers(work.rng);
    generatorView.setBigInt64(0, BigInt(seedWords.getUint32(0, true)), true);
    generatorView.setBigInt64(INT64_BYTES, BigInt(1 + (seedWords.getUint32(4, true) % (MWC_MULTIPLIER - 2))), true);
    study.bytes(work.states).set(this.state);
    const size = Math.min(gameData.bots.pool_size, wanted);
    if (!size) return 0;
    work.writeHistory(access.history);
    study.run("fill_study_pool", work.states, work.poolStates, work.poolScratch, work.poolWeights, work.generator, work.actions, size, access.seat);
    return size;
  }

  private compare(seat: number, nowMs: number, actions: number[], deals: number, poolSize: number): void {
    const actionsView = this.study.numbers(this.actions);
    actions.forEach((action, k) => actionsView.setBigInt64(INT64_BYTES * k, BigInt(action), true));
    const resultArrays = [this.result(0, deals, actions.length), this.result(1, deals, actions.length)];
    this.study.run("compare_actions", ...this.arguments(seat, nowMs, poolSize), ...this.pool(), { ...this.actions, shape: [actions.length] }, ...resultArrays);
  }
}
