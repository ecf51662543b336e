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
  readonly all: Action[];
  readonly #by = new Map<number, Action>();

  constructor(
    readonly verbs: readonly VerbSheet[],
    actions: readonly number[],
    words: readonly string[] = [],
  ) {
    this.all = actions.map((action, n) => ({ action, ...decode(verbs, action), words: words[n] ?? "" }));
    for (const one of this.all) this.#by.set(one.action, one);
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /** The legal action of this verb with exactly these arguments. */
  find(verb: string, ...args: number[]): Action | undefined {
    const action = encode(this.verbs, verb, args);
    return action === undefined ? undefined : this.#by.get(action);
  }

  /** Every legal action of this verb whose first arguments are these. */
  of(verb: string, ...args: number[]): Action[] {
    return this.all.filter((one) => one.verb === verb && args.every((arg, n) => one.args[n] === arg));
  }

  has(verb: string, ...args: number[]): boolean {
    return this.all.some((one) => one.verb === verb && args.every((arg, n) => one.args[n] === arg));
  }
}

/** Verb and arguments of any action; arguments are in row-major order. */
export function decode(verbs: readonly VerbSheet[], action: number): { verb: string; args: number[] } {
  for (const { verb, first, ranges } of verbs) {
    const size = ranges.reduce((product, range) => product * range, 1);
    if (action < first || action >= first + size) continue;
    let rest = action - first;
    const args = ranges.map(() => 0);
    for (let n = ranges.length - 1; n >= 0; n--) {
      args[n] = rest % ranges[n]!;
      rest = Math.floor(rest / ranges[n]!);
    }
    return { verb, args };
  }
  return { verb: "", args: [] };
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
