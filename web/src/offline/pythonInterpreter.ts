// Starts MicroPython, runs Python sources in it, and gives them the page's functions: kernels, regular expressions, number formats.
import { loadMicroPython, type MicroPython } from "@micropython/micropython-webassembly-pyscript";
import type { WasmKernels, PythonMemory } from "./wasmKernels";

const HEAP_BYTES = 16 * 1024 * 1024;
const MAX_CALL_DEPTH = 2048;

/** Return access to MicroPython's memory, eight bytes at a time, because MicroPython does not expose its heap as an array. */
export function memoryOf(python: MicroPython): PythonMemory {
  const { getValue, setValue } = python._module;
  return {
    read(address, size) {
      const alignedBytes = new Uint8Array((size + 7) & -8);
      const wordView = new BigInt64Array(alignedBytes.buffer);
      for (let k = 0; k < wordView.length; k++) wordView[k] = getValue(address + 8 * k, "i64");
      return alignedBytes.subarray(0, size);
    },
    write(address, content) {
      const wholeBytes = content.length & -8;
      const wordView = new DataView(content.buffer, content.byteOffset, wholeBytes);
      for (let at = 0; at < wholeBytes; at += 8) setValue(address + at, wordView.getBigInt64(at, true), "i64");
      for (let at = wholeBytes; at < content.length; at++) setValue(address + at, content[at]!, "i8");
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
  const patternCache = new Map<string, RegExp>();
  const cachedRegExp = (pattern: string, flags: string) => {
    const key = flags + pattern;
    const cachedPattern = patternCache.get(key) ?? new RegExp(pattern, flags);
    patternCache.set(key, cachedPattern);
    return cachedPattern;
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
      JSON.stringify([...text.matchAll(cachedRegExp(pattern, "gu"))].map((found) => [places ? [...text.slice(0, found.index)].length : found.index, [...found]])),
    /** Return the groups of the match of a pattern at a position of the kept text as JSON, or null. */
    match_at(pattern: string, at: number) {
      const regExp = cachedRegExp(pattern, "uy");
      regExp.lastIndex = places ? (places[at] ?? text.length) : at;
      const regExpMatch = regExp.exec(text);
      return JSON.stringify(regExpMatch && [...regExpMatch]);
    },
    /** Return a number as text with `decimals` decimals. Halves are rounded to even, as in Python. */
    fixed_point(value: number, decimals: number) {
      const scaledValue = Math.abs(value) * 10 ** decimals;
      const [text, isHalf] = [value.toFixed(decimals), scaledValue % 1 === 0.5];
      if (!isHalf || Number((Math.abs(value).toFixed(decimals).replace(".", "")).at(-1)) % 2 === 0) return text;
      return (Math.sign(value) * (Math.floor(scaledValue) / 10 ** decimals)).toFixed(decimals);
    },
  };
}

/** Return the function that Python calls as `kernel_host.call` to run a kernel of the rules. */
export function kernelCaller(kernels: WasmKernels, memory: PythonMemory) {
  return (name: string, address: number, size: number) => {
    const callFrame = memory.read(address, size);
    kernels.call(name, callFrame, memory);
    memory.write(address, callFrame.subarray(0, 8));
  };
}
