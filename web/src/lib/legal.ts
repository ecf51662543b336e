/** The server's list of legal actions, asked by verb and arguments. It knows no rule: only how numbers are laid out. */
import type { VerbSheet } from "../types/http";

export interface Action {
  action: number;
  verb: string;
  args: number[];
  /** What it means, for people; empty if the server left words out. */
  words: string;
}

export class Legal {
  #all: Action[] | undefined;
  #by: Map<number, number> | undefined;

  constructor(
    readonly verbs: readonly VerbSheet[],
    readonly actions: readonly number[],
    private readonly words: readonly string[] = [],
  ) {}

  /** Every legal action, in the server's order. There may be thousands: they are read when somebody asks. */
  get all(): Action[] {
    return (this.#all ??= this.actions.map((_, n) => this.#at(n)));
  }

  get isEmpty(): boolean {
    return this.actions.length === 0;
  }

  /** The legal action of this verb with exactly these arguments. */
  find(verb: string, ...args: number[]): Action | undefined {
    if (this.isEmpty) return undefined;
    const action = encode(this.verbs, verb, args);
    if (action === undefined) return undefined;
    this.#by ??= new Map(this.actions.map((one, n) => [one, n]));
    const n = this.#by.get(action);
    return n === undefined ? undefined : (this.#all?.[n] ?? this.#at(n));
  }

  /** Every legal action of this verb whose first arguments are these. */
  of(verb: string, ...args: number[]): Action[] {
    return this.all.filter((one) => one.verb === verb && isLike(one.args, args));
  }

  has(verb: string, ...args: number[]): boolean {
    if (this.isEmpty) return false;
    const sheet = this.verbs.find((one) => one.verb === verb);
    if (!sheet) return false;
    const end = sheet.first + sizeOf(sheet);
    return this.actions.some(
      (action) => action >= sheet.first && action < end && (args.length === 0 || isLike(argsOf(sheet, action), args)),
    );
  }

  #at(n: number): Action {
    return { action: this.actions[n]!, ...decode(this.verbs, this.actions[n]!), words: this.words[n] ?? "" };
  }
}

/** Verb and arguments of any action; arguments are in row-major order. */
export function decode(verbs: readonly VerbSheet[], action: number): { verb: string; args: number[] } {
  const sheet = verbs.find((one) => action >= one.first && action < one.first + sizeOf(one));
  return sheet ? { verb: sheet.verb, args: argsOf(sheet, action) } : { verb: "", args: [] };
}

function sizeOf({ ranges }: VerbSheet): number {
  return ranges.reduce((product, range) => product * range, 1);
}

function argsOf({ first, ranges }: VerbSheet, action: number): number[] {
  let rest = action - first;
  const args = ranges.map(() => 0);
  for (let n = ranges.length - 1; n >= 0; n--) {
    args[n] = rest % ranges[n]!;
    rest = Math.floor(rest / ranges[n]!);
  }
  return args;
}

function isLike(args: readonly number[], wanted: readonly number[]): boolean {
  return wanted.every((arg, n) => args[n] === arg);
}

export function encode(verbs: readonly VerbSheet[], verb: string, args: readonly number[]): number | undefined {
  const sheet = verbs.find((one) => one.verb === verb);
  if (!sheet || sheet.ranges.length !== args.length) return undefined;
  let offset = 0;
  for (const [n, range] of sheet.ranges.entries()) {
    const arg = args[n]!;
    if (arg < 0 || arg >= range) return undefined;
    offset = offset * range + arg;
  }
  return sheet.first + offset;
}
