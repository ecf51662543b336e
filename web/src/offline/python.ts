// Starts MicroPython. `GameTexts` returns what a seat sees, from the same Python functions as on the server.
import { loadMicroPython, type MicroPython } from "@micropython/micropython-webassembly-pyscript";
import type { Kernels, PythonMemory } from "./wasmKernels";
import { VIEW_RUNTIME } from "./runtimeSources";

/** The functions of `Positions` in viewRuntime.py. */
interface PythonPositions {
  addresses(): Iterable<number>;
  views(seats: number): string;
  narration(viewer: number, seat: number, action: number): string;
  texts(seat: number, actions: string): string;
  view(viewer: number): string;
  write(action: number): string;
  read(text: string): number;
  is_public(action: number): boolean;
  offered(actions: string): string;
  off_turn_reason(seat: number, action: number, code: number): number;
  preview(seat: number, action: number, now_ms: number): string;
  histories(actions: string): string;
}

const HEAP_BYTES = 16 * 1024 * 1024;
const MAX_CALL_DEPTH = 2048;

/** Return access to MicroPython's memory, eight bytes at a time, because MicroPython does not expose its heap as an array. */
export function memoryOf(python: MicroPython): PythonMemory {
  const { getValue, setValue } = python._module;
  return {
    read(address, size) {
      const content = new Uint8Array((size + 7) & -8);
      const words = new BigInt64Array(content.buffer);
      for (let k = 0; k < words.length; k++) words[k] = getValue(address + 8 * k, "i64");
      return content.subarray(0, size);
    },
    write(address, content) {
      const whole = content.length & -8;
      const words = new DataView(content.buffer, content.byteOffset, whole);
      for (let at = 0; at < whole; at += 8) setValue(address + at, words.getBigInt64(at, true), "i64");
      for (let at = whole; at < content.length; at++) setValue(address + at, content[at]!, "i8");
    },
  };
}

/** Define `load_object`: it runs sources in a namespace of their own and returns an object of it. */
const LOADER_SOURCE = `
def load_object(name, *sources):
    space = {}
    for source in sources:
        exec(source, space)
    return space[name]
`;
let interpreter: Promise<MicroPython> | null = null;

/**
 * Return the MicroPython interpreter of this thread, which all games share. The first call starts it; `url` is then
 * the address of its WebAssembly module. A second interpreter would confuse its objects with those of the first.
 */
export function startPython(url?: string): Promise<MicroPython> {
  return (interpreter ??= loadMicroPython({ heapsize: HEAP_BYTES, pystack: MAX_CALL_DEPTH, ...(url ? { url } : {}) }).then((python) => {
    python.runPython(LOADER_SOURCE);
    return python;
  }));
}

/** Run Python sources in a namespace of their own and return the object `name` from it. The sources can import `host` as the module `kernel_host`. */
export function loadObject(python: MicroPython, name: string, host: object, sources: string[]): unknown {
  python.registerJsModule("kernel_host", host);
  return (python.globals.get("load_object") as (name: string, ...sources: string[]) => unknown)(name, ...sources);
}

/** Return the text functions (regular expressions, number formats) that `stdlibRuntime.py` calls. Positions count characters, as in Python. */
export function textFunctions() {
  let text = "";
  /** Position of each character of the text in UTF-16 code units; null if all positions equal the character indices. */
  let places: number[] | null = null;
  const patterns = new Map<string, RegExp>();
  const compiled = (pattern: string, flags: string) => {
    const key = flags + pattern;
    const found = patterns.get(key) ?? new RegExp(pattern, flags);
    patterns.set(key, found);
    return found;
  };
  return {
    keep_text(given: string) {
      text = given;
      places = null;
      if (![...text].some((character) => character.length > 1)) return;
      let at = 0;
      places = [...text].map((character) => (at += character.length) - character.length);
    },
    /** Return the start and the groups of every match of a pattern in the kept text, as JSON. */
    find_all: (pattern: string) =>
      JSON.stringify([...text.matchAll(compiled(pattern, "gu"))].map((found) => [places ? [...text.slice(0, found.index)].length : found.index, [...found]])),
    /** Return the groups of the match of a pattern at a position of the kept text as JSON, or null. */
    match_at(pattern: string, at: number) {
      const expression = compiled(pattern, "uy");
      expression.lastIndex = places ? (places[at] ?? text.length) : at;
      const found = expression.exec(text);
      return JSON.stringify(found && [...found]);
    },
    /** Return a number as text with `decimals` decimals. Halves are rounded to even, as in Python. */
    fixed_point(value: number, decimals: number) {
      const scaled = Math.abs(value) * 10 ** decimals;
      const [text, isHalf] = [value.toFixed(decimals), scaled % 1 === 0.5];
      if (!isHalf || Number((Math.abs(value).toFixed(decimals).replace(".", "")).at(-1)) % 2 === 0) return text;
      return (Math.sign(value) * (Math.floor(scaled) / 10 ** decimals)).toFixed(decimals);
    },
  };
}

/** Return the function that Python calls as `kernel_host.call` to run a kernel of the rules. */
export function kernelCalls(kernels: Kernels, memory: PythonMemory) {
  return (name: string, address: number, size: number) => {
    const frame = memory.read(address, size);
    kernels.call(name, frame, memory);
    memory.write(address, frame.subarray(0, 8));
  };
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
  static async load(kernels: Kernels, bundle: string, url?: string): Promise<GameTexts> {
    const python = await startPython(url);
    const memory = memoryOf(python);
    const positions = loadObject(python, "positions", { call: kernelCalls(kernels, memory), ...textFunctions() }, [...VIEW_RUNTIME, bundle]);
    return new GameTexts(positions as PythonPositions, memory);
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
  write(action: number): string {
    return this.positions.write(action);
  }

  /** Return the action that a notation stands for, or null. */
  read(text: string): number | null {
    const action = this.positions.read(text);
    return action < 0 ? null : action;
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
