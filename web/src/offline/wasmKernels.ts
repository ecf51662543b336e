// Calls of a game's compiled rules (play.wasm) from Python in the page.
//
// Python's arrays lie in MicroPython's memory. For a call they are copied into the memory of the rules, and back
// afterwards. The argument convention is Numba's; core/portable/exported_function.py describes it.

/** A parameter of a kernel, as the JSON file beside the module lists it. */
interface KernelParameter {
  kind: "array" | "int64" | "bool" | "float64";
  dimensions?: number;
}

/** Access to MicroPython's memory, which holds Python's arrays. Arrays begin at multiples of eight bytes. */
export interface PythonMemory {
  read(address: number, size: number): Uint8Array;
  write(address: number, content: Uint8Array): void;
}

/** The kernels of a module by name. */
export type KernelList = Record<string, { parameters: KernelParameter[]; result: string }>;

/** An array in the memory of a WebAssembly module. */
export interface KernelArray {
  address: number;
  shape: number[];
  itemBytes: number;
}

/** An argument of a kernel. */
export type KernelArgument = number | bigint | boolean | KernelArray;

const ALIGNMENT_BYTES = 64;
const PAGE_BYTES = 65536;
/** Size in bytes of the memory for the result and the exception of a call. */
const RESULT_BYTES = 64;
/** Size in bytes of the memory that is kept free for results and copies of arguments. */
const SCRATCH_BYTES = 4 * PAGE_BYTES;
const MAX_DIMENSIONS = 4;
/** Status codes of a call that ended without an exception: with a value, with None. */
const SUCCESS_STATUSES = [0, -2];

const arrayByteLength = (array: KernelArray) => array.shape.reduce((product, size) => product * size, array.itemBytes);
const alignUp = (address: number) => (address + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;

/** The compiled kernels of a WebAssembly module of a game, ready to be called. */
export class WasmKernels {
  private readonly memory: WebAssembly.Memory;
  /** Address of the first free byte after the arrays that stay. */
  private heap: number;
  constructor(
    private readonly exports: WebAssembly.Exports,
    private readonly kernels: KernelList,
  ) {
    this.memory = exports.memory as WebAssembly.Memory;
    this.heap = alignUp((exports.__heap_base as WebAssembly.Global).value as number);
    this.reserve(this.heap + SCRATCH_BYTES);
  }

  /** Return a zeroed array that stays as long as the rules. */
  zeros(shape: number | number[], itemBytes: number): KernelArray {
    const newArray = { address: this.heap, shape: [shape].flat(), itemBytes };
    const size = arrayByteLength(newArray);
    this.heap = alignUp(this.heap + size);
    this.reserve(this.heap + SCRATCH_BYTES);
    this.bytes(newArray).fill(0);
    return newArray;
  }

  /** Return the bytes of an array. Valid until memory grows: do not keep it. */
  bytes(array: KernelArray): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory.buffer as ArrayBuffer, array.address, arrayByteLength(array));
  }

  /** Return the bytes of an array for reading and writing numbers. Valid until memory grows. */
  numbers(array: KernelArray): DataView {
    return new DataView(this.memory.buffer, array.address, arrayByteLength(array));
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
  run(name: string, ...given: KernelArgument[]): number {
    const kernelInfo = this.kernels[name];
    if (!kernelInfo || kernelInfo.parameters.length !== given.length) throw new Error(`The rules have no kernel ${name} of this form.`);
    const args: (number | bigint)[] = [this.heap, this.heap + RESULT_BYTES / 2];
    kernelInfo.parameters.forEach(({ kind }, n) => {
      const argumentValue = given[n]!;
      if (typeof argumentValue === "object") {
        const arrayShape = argumentValue.shape.map(BigInt);
        const elementCount = arrayShape.reduce((product, size) => product * size, 1n);
        args.push(0, 0, elementCount, BigInt(argumentValue.itemBytes), argumentValue.address, ...arrayShape, ...stridesOf(arrayShape, BigInt(argumentValue.itemBytes)));
      } else args.push(kind === "int64" ? BigInt(argumentValue) : Number(argumentValue));
    });
    this.start(name, args);
    return Number(this.result(kernelInfo.result));
  }

  private start(name: string, args: (number | bigint)[]): void {
    const returnStatus = (this.exports[name] as (...given: (number | bigint)[]) => number)(...args);
    if (!SUCCESS_STATUSES.includes(returnStatus)) throw new Error(`The kernel ${name} failed with status ${returnStatus}.`);
  }

  /** Call a kernel with Python's arrays. `frame` holds 64-bit integers: room for the result, then the arguments. */
  call(name: string, frame: Uint8Array, python: PythonMemory): void {
    const kernelInfo = this.kernels[name];
    if (!kernelInfo) throw new Error(`The rules have no kernel named ${name}.`);
    const frameView = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    const args: (number | bigint)[] = [this.heap, this.heap + RESULT_BYTES / 2];
    const arrayCopies: { from: number; to: number; size: number }[] = [];
    let free = this.heap + RESULT_BYTES;
    let next = 8;
    const read = () => {
      next += 8;
      return frameView.getBigInt64(next - 8, true);
    };
    for (const kernelParameter of kernelInfo.parameters) {
      if (kernelParameter.kind === "int64") args.push(read());
      else if (kernelParameter.kind === "bool") args.push(Number(read()));
      else if (kernelParameter.kind === "array") {
        const [address, size, itemSize, dimensions] = [Number(read()), Number(read()), read(), Number(read())];
        const arrayShape = Array.from({ length: MAX_DIMENSIONS }, read).slice(0, dimensions);
        arrayCopies.push({ from: address, to: free, size });
        args.push(0, 0, BigInt(size) / itemSize, itemSize, free, ...arrayShape, ...stridesOf(arrayShape, itemSize));
        free = alignUp(free + size);
      } else throw new Error(`The kernel ${name} takes a number of a kind that Python cannot pass.`);
    }
    this.reserve(free);
    const moduleBytes = new Uint8Array(this.memory.buffer);
    for (const { from, to, size } of arrayCopies) moduleBytes.set(python.read(from, size), to);
    this.start(name, args);
    for (const { from, to, size } of arrayCopies) python.write(from, moduleBytes.subarray(to, to + size));
    frameView.setBigInt64(0, this.result(kernelInfo.result), true);
  }

  private result(kind: string): bigint {
    const at = new DataView(this.memory.buffer, this.heap);
    if (kind === "int64" || kind === "uint64") return at.getBigInt64(0, true);
    if (kind === "int32") return BigInt(at.getInt32(0, true));
    if (kind === "bool") return BigInt(at.getUint8(0));
    return 0n;
  }

  private reserve(size: number): void {
    const missingBytes = size - this.memory.buffer.byteLength;
    if (missingBytes > 0) this.memory.grow(Math.ceil(missingBytes / PAGE_BYTES));
  }
}

/** Return the distance in bytes between neighbours of each dimension, for arrays in row-major order. */
function stridesOf(shape: bigint[], itemSize: bigint): bigint[] {
  const byteStrides: bigint[] = [];
  let distance = itemSize;
  for (const size of [...shape].reverse()) {
    byteStrides.unshift(distance);
    distance *= size;
  }
  return byteStrides;
}

/** Start a WebAssembly module of a game and return its kernels. */
export async function loadKernels(module: BufferSource, kernels: KernelList): Promise<WasmKernels> {
  const { instance } = await WebAssembly.instantiate(module);
  return new WasmKernels(instance.exports, kernels);
}
