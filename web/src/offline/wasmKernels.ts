// Calls of a game's compiled rules (play.wasm) from Python in the page.
//
// Python's arrays lie in MicroPython's memory. For a call they are copied into the memory of the rules, and back
// afterwards. The argument convention is Numba's; core/portable/exported_function.py describes it.

/** A parameter of a kernel, as the JSON file beside the module lists it. */
interface Parameter {
  kind: "array" | "int64" | "bool" | "float64";
  dimensions?: number;
}

/** Access to MicroPython's memory, which holds Python's arrays. Arrays begin at multiples of eight bytes. */
export interface PythonMemory {
  read(address: number, size: number): Uint8Array;
  write(address: number, content: Uint8Array): void;
}

/** The kernels of a module by name. */
export type KernelList = Record<string, { parameters: Parameter[]; result: string }>;

/** An array in the memory of a WebAssembly module. */
export interface KernelArray {
  address: number;
  shape: number[];
  itemBytes: number;
}

/** An argument of a kernel. */
export type Argument = number | bigint | boolean | KernelArray;

const ALIGNMENT = 64;
const PAGE_BYTES = 65536;
/** Size in bytes of the memory for the result and the exception of a call. */
const RESULT_BYTES = 64;
/** Size in bytes of the memory that is kept free for results and copies of arguments. */
const SCRATCH_BYTES = 4 * PAGE_BYTES;
const MAX_DIMENSIONS = 4;
/** Status codes of a call that ended without an exception: with a value, with None. */
const GOOD_STATUS = [0, -2];

const byteLength = (array: KernelArray) => array.shape.reduce((product, size) => product * size, array.itemBytes);
const aligned = (address: number) => (address + ALIGNMENT - 1) & -ALIGNMENT;

/** The rules of one game, ready to be called. */
export class Kernels {
  private readonly memory: WebAssembly.Memory;
  /** Address of the first free byte after the arrays that stay. */
  private heap: number;
  constructor(
    private readonly exports: WebAssembly.Exports,
    private readonly kernels: KernelList,
  ) {
    this.memory = exports.memory as WebAssembly.Memory;
    this.heap = aligned((exports.__heap_base as WebAssembly.Global).value as number);
    this.reserve(this.heap + SCRATCH_BYTES);
  }

  /** Return a zeroed array that stays as long as the rules. */
  zeros(shape: number | number[], itemBytes: number): KernelArray {
    const array = { address: this.heap, shape: [shape].flat(), itemBytes };
    const size = byteLength(array);
    this.heap = aligned(this.heap + size);
    this.reserve(this.heap + SCRATCH_BYTES);
    this.bytes(array).fill(0);
    return array;
  }

  /** Return the bytes of an array. Valid until memory grows: do not keep it. */
  bytes(array: KernelArray): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory.buffer as ArrayBuffer, array.address, byteLength(array));
  }

  /** Return the bytes of an array for reading and writing numbers. Valid until memory grows. */
  numbers(array: KernelArray): DataView {
    return new DataView(this.memory.buffer, array.address, byteLength(array));
  }

  /** Return an array of 32-bit integers as numbers. */
  integers(array: KernelArray, count = array.shape[0]!): number[] {
    return [...new Int32Array(this.memory.buffer, array.address, count)];
  }

  /** Return whether the module has a kernel of this name. */
  has(name: string): boolean {
    return name in this.kernels;
  }

  /** Call a kernel with arrays in the memory of this module. A structure of arrays is passed member by member. */
  run(name: string, ...given: Argument[]): number {
    const kernel = this.kernels[name];
    if (!kernel || kernel.parameters.length !== given.length) throw new Error(`The rules have no kernel ${name} of this form.`);
    const args: (number | bigint)[] = [this.heap, this.heap + RESULT_BYTES / 2];
    kernel.parameters.forEach(({ kind }, n) => {
      const value = given[n]!;
      if (typeof value === "object") {
        const shape = value.shape.map(BigInt);
        const count = shape.reduce((product, size) => product * size, 1n);
        args.push(0, 0, count, BigInt(value.itemBytes), value.address, ...shape, ...strides(shape, BigInt(value.itemBytes)));
      } else args.push(kind === "int64" ? BigInt(value) : Number(value));
    });
    this.start(name, args);
    return Number(this.result(kernel.result));
  }

  private start(name: string, args: (number | bigint)[]): void {
    const status = (this.exports[name] as (...given: (number | bigint)[]) => number)(...args);
    if (!GOOD_STATUS.includes(status)) throw new Error(`The kernel ${name} failed with status ${status}.`);
  }

  /** Call a kernel with Python's arrays. `frame` holds 64-bit integers: room for the result, then the arguments. */
  call(name: string, frame: Uint8Array, python: PythonMemory): void {
    const kernel = this.kernels[name];
    if (!kernel) throw new Error(`The rules have no kernel named ${name}.`);
    const numbers = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    const args: (number | bigint)[] = [this.heap, this.heap + RESULT_BYTES / 2];
    const copies: { from: number; to: number; size: number }[] = [];
    let free = this.heap + RESULT_BYTES;
    let next = 8;
    const read = () => {
      next += 8;
      return numbers.getBigInt64(next - 8, true);
    };
    for (const parameter of kernel.parameters) {
      if (parameter.kind === "int64") args.push(read());
      else if (parameter.kind === "bool") args.push(Number(read()));
      else if (parameter.kind === "array") {
        const [address, size, itemSize, dimensions] = [Number(read()), Number(read()), read(), Number(read())];
        const shape = Array.from({ length: MAX_DIMENSIONS }, read).slice(0, dimensions);
        copies.push({ from: address, to: free, size });
        args.push(0, 0, BigInt(size) / itemSize, itemSize, free, ...shape, ...strides(shape, itemSize));
        free = aligned(free + size);
      } else throw new Error(`The kernel ${name} takes a number of a kind that Python cannot pass.`);
    }
    this.reserve(free);
    const rules = new Uint8Array(this.memory.buffer);
    for (const { from, to, size } of copies) rules.set(python.read(from, size), to);
    this.start(name, args);
    for (const { from, to, size } of copies) python.write(from, rules.subarray(to, to + size));
    numbers.setBigInt64(0, this.result(kernel.result), true);
  }

  private result(kind: string): bigint {
    const at = new DataView(this.memory.buffer, this.heap);
    if (kind === "int64" || kind === "uint64") return at.getBigInt64(0, true);
    if (kind === "int32") return BigInt(at.getInt32(0, true));
    if (kind === "bool") return BigInt(at.getUint8(0));
    return 0n;
  }

  private reserve(size: number): void {
    const missing = size - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
  }
}

/** Return the distance in bytes between neighbours of each dimension, for arrays in row-major order. */
function strides(shape: bigint[], itemSize: bigint): bigint[] {
  const found: bigint[] = [];
  let distance = itemSize;
  for (const size of [...shape].reverse()) {
    found.unshift(distance);
    distance *= size;
  }
  return found;
}

/** Load the rules of a game. */
export async function loadKernels(module: BufferSource, kernels: KernelList): Promise<Kernels> {
  const { instance } = await WebAssembly.instantiate(module);
  return new Kernels(instance.exports, kernels);
}
