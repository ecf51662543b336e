// Hints and reviews on this device. MicroPython runs the functions of `dottable.study`, which call kernels of the page.
import type { MatchReview, OwnPuzzle } from "../types/http";
import { Bots, type BotRequest } from "./bots";
import type { GameData } from "./gameData";
import type { WasmKernels } from "./wasmKernels";
import { encodeSettings, type OfflineMatch } from "./offlineMatch";
import { kernelCaller, loadObject, memoryOf, startPython, textFunctions } from "./pythonInterpreter";
import { Rollouts } from "./rollouts";
import { STUDY_RUNTIME_SOURCES, VIEW_RUNTIME_SOURCES } from "./runtimeSources";
import { SearchWorkspace } from "./treeSearch";

/** The functions of `Study` in studyRuntime.py. */
interface PythonStudy {
  state_address(): number;
  start_review(given: string): void;
  next_review(): string;
  puzzles(matchId: string, seat: number): string;
  hint(given: string, seat: number, best: number, natural: number): string;
}

/** What a game's hints and reviews need: its data, the kernels of three WebAssembly modules, and two bundles of Python sources. */
export interface StudyParts {
  gameData: GameData;
  play: WasmKernels;
  search: WasmKernels;
  study: WasmKernels;
  viewBundle: string;
  studyBundle: string;
}

/** Fields of `study/evaluation_settings.py` that differ from their defaults. */
export type ReviewSettings = Record<string, number | number[]>;

export interface Hint {
  action: number;
  words: string;
  idea: string;
}

/** Reviver for `JSON.parse`: decodes floats, which Python sends as eight bytes in hexadecimal. */
function decodeFloats(_: string, value: unknown): unknown {
  const floatHex = (value as { float?: string } | null)?.float;
  if (typeof floatHex !== "string") return value;
  return new DataView(Uint8Array.from(floatHex.match(/../g)!, (pair) => parseInt(pair, 16)).buffer).getFloat64(0);
}

export class GameStudy {
  private constructor(
    private readonly python: PythonStudy,
    private readonly setState: (state: Uint8Array) => void,
    private readonly rollouts: Rollouts,
    private readonly bots: Bots,
  ) {}

  static async load(parts: StudyParts, url?: string): Promise<GameStudy> {
    const { gameData, play, search, study, viewBundle, studyBundle } = parts;
    const microPython = await startPython(url);
    const pythonMemory = memoryOf(microPython);
    const rankingWorkspace = new SearchWorkspace(search, gameData.bots, gameData.state_bytes, gameData.details.action_count);
    const rollouts = new Rollouts(gameData, study, rankingWorkspace);
    const host = { call: kernelCaller(play, pythonMemory), ...textFunctions(), ...rollouts.functions(pythonMemory) };
    const pythonStudy = loadObject(microPython, "study", host, [...VIEW_RUNTIME_SOURCES, viewBundle, ...STUDY_RUNTIME_SOURCES, studyBundle]) as PythonStudy;
    return new GameStudy(pythonStudy, (state) => pythonMemory.write(pythonStudy.state_address(), state), rollouts, new Bots(gameData, play, search));
  }

  /** Yield partial reviews of a finished match, each with more of it judged, and last the complete review. */
  *review(match: OfflineMatch, players: string[], settings: ReviewSettings = {}): Generator<MatchReview> {
    this.use(match);
    this.python.start_review(JSON.stringify({ ...this.given(match), players, settings }));
    for (;;) {
      const partialReview = JSON.parse(this.python.next_review(), decodeFloats) as MatchReview | null;
      if (partialReview === null) return;
      yield partialReview;
      if (partialReview.is_complete) return;
    }
  }

  /** Return the puzzles made from a seat's errors in the most recent review. */
  puzzles(matchId: string, seat: number): OwnPuzzle[] {
    return JSON.parse(this.python.puzzles(matchId, seat), decodeFloats) as OwnPuzzle[];
  }

  /** Return a hint for a seat that has to act: the choice of the strongest level, and a sentence on what to look for. */
  hint(match: OfflineMatch, seat: number, seed: Uint8Array): Hint {
    const botRequest: BotRequest = {
      seat,
      level: "master",
      state: match.record,
      now_ms: match.nowMs,
      offered: match.offered(seat),
      histories: match.game.texts.histories(match.record, match.actions),
    };
    const bestAction = this.bots.leveledChoice(botRequest, seed);
    const greedyAction = this.bots.naturalChoice(botRequest, seed);
    this.use(match);
    return { action: bestAction, ...(JSON.parse(this.python.hint(JSON.stringify(this.given(match)), seat, bestAction, greedyAction)) as Omit<Hint, "action">) };
  }

  private use(match: OfflineMatch): void {
    this.setState(match.beforeFirstMove().record);
    this.rollouts.useSettings(encodeSettings(match.game.gameData, match.writtenOptions, match.setup.deck ?? null));
  }

  private given({ setup, publicSeed, moves }: OfflineMatch) {
    return { seats: setup.seats, public_seed: publicSeed, moves: moves.map(({ seat, action, at_ms }) => [seat, action, at_ms]) };
  }
}
