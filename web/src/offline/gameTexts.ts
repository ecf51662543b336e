// What a seat sees of a game: views, narration and texts, from the same Python functions as on the server, run by MicroPython.
import { kernelCaller, loadObject, memoryOf, startPython, textFunctions } from "./pythonInterpreter";
import { VIEW_RUNTIME_SOURCES } from "./runtimeSources";
import type { PythonMemory, WasmKernels } from "./wasmKernels";

/** The functions of `Positions` in viewRuntime.py. */
interface PythonPositions {
  addresses(): Iterable<number>;
  views(seats: number): string;
  narration(viewer: number, seat: number, action: number): string;
  texts(seat: number, actions: string): string;
  view(viewer: number): string;
  write_action(action: number): string;
  read_action(text: string): number;
  is_public(action: number): boolean;
  offered(actions: string): string;
  off_turn_reason(seat: number, action: number, code: number): number;
  preview(seat: number, action: number, now_ms: number): string;
  histories(actions: string): string;
}

/** One game's views, narration and texts. */
export class GameTexts {
  private readonly before: number;
  private readonly after: number;

  private constructor(
    private readonly positions: PythonPositions,
    private readonly memory: PythonMemory,
  ) {
    [this.before, this.after] = [...positions.addresses()] as [number, number];
  }

  /** Load a game's Python functions from `bundle`, the text of their sources. */
  static async load(kernels: WasmKernels, bundle: string, url?: string): Promise<GameTexts> {
    const microPython = await startPython(url);
    const pythonMemory = memoryOf(microPython);
    const pythonPositions = loadObject(microPython, "positions", { call: kernelCaller(kernels, pythonMemory), ...textFunctions() }, [...VIEW_RUNTIME_SOURCES, bundle]);
    return new GameTexts(pythonPositions as PythonPositions, pythonMemory);
  }

  /** Return the views of the spectator and of all seats. */
  views(state: Uint8Array, seats: number): unknown[] {
    this.memory.write(this.before, state);
    return JSON.parse(this.positions.views(seats)) as unknown[];
  }

  /** Return the narration of a move for a viewer, from the states before and after it. */
  narration(before: Uint8Array, after: Uint8Array, viewer: number, seat: number, action: number): unknown {
    this.memory.write(this.before, before);
    this.memory.write(this.after, after);
    return JSON.parse(this.positions.narration(viewer, seat, action));
  }

  /** Return the number, the notation and the description in words of each of these actions of a seat. */
  texts(state: Uint8Array, seat: number, actions: number[]): [number, string, string][] {
    this.memory.write(this.before, state);
    return JSON.parse(this.positions.texts(seat, JSON.stringify(actions))) as [number, string, string][];
  }

  /** Return the view of one viewer; -1 is a spectator. */
  view(state: Uint8Array, viewer: number): unknown {
    this.memory.write(this.before, state);
    return JSON.parse(this.positions.view(viewer));
  }

  /** Return the notation of an action. */
  writeAction(action: number): string {
    return this.positions.write_action(action);
  }

  /** Return the action that a notation stands for, or null. */
  readAction(text: string): number | null {
    const parsedAction = this.positions.read_action(text);
    return parsedAction < 0 ? null : parsedAction;
  }

  /** Return whether everyone sees an action. */
  isPublic(action: number): boolean {
    return this.positions.is_public(action);
  }

  /** Return those of the legal actions that clients and bots list. */
  offered(state: Uint8Array, legal: number[]): number[] {
    this.memory.write(this.before, state);
    return JSON.parse(this.positions.offered(JSON.stringify(legal))) as number[];
  }

  /** Return the reason code for refusing an action out of turn. */
  offTurnReason(state: Uint8Array, seat: number, action: number, code: number): number {
    this.memory.write(this.before, state);
    return this.positions.off_turn_reason(seat, action, code);
  }

  /** Return the preview of a move in a determinized state, or null if the game has none. */
  preview(determinized: Uint8Array, seat: number, action: number, nowMs: number): unknown {
    this.memory.write(this.before, determinized);
    return JSON.parse(this.positions.preview(seat, action, nowMs));
  }

  /** Return the public history after these actions, for a player with a full memory and for one with a limited one. */
  histories(state: Uint8Array, actions: number[]): [number[], number[]] {
    this.memory.write(this.before, state);
    return JSON.parse(this.positions.histories(JSON.stringify(actions))) as [number[], number[]];
  }
}
