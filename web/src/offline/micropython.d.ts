declare module "@micropython/micropython-webassembly-pyscript" {
  /** A running MicroPython. */
  export interface MicroPython {
    /** Memory access; `i64` reads and writes eight bytes. */
    _module: {
      getValue(address: number, type: "i64"): bigint;
      getValue(address: number, type: "i8"): number;
      setValue(address: number, value: bigint | number, type: "i64" | "i8"): void;
    };
    globals: { get(name: string): unknown };
    registerJsModule(name: string, module: object): void;
    runPython(code: string): unknown;
  }
  export function loadMicroPython(options: { heapsize?: number; pystack?: number; url?: string }): Promise<MicroPython>;
}
