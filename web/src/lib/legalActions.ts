/** The server's list of legal actions, queried by verb and arguments. It only decodes numbers and knows no rules. */
import type { VerbInfo } from "../types/http";

export interface LegalAction {
  action: number;
  verb: string;
  args: number[];
  /** Description for people. Empty if the server sent none. */
  label: string;
}

export class LegalActions {
  #all: LegalAction[] | undefined;
  #indexByAction: Map<number, number> | undefined;

  constructor(
    readonly verbs: readonly VerbInfo[],
    readonly actions: readonly number[],
    private readonly labels: readonly string[] = [],
  ) {}

  /** Return every legal action in the server's order. Decoded on first use, since there may be thousands. */
  get all(): LegalAction[] {
    return (this.#all ??= this.actions.map((_, n) => this.#decodeAt(n)));
  }

  get isEmpty(): boolean {
    return this.actions.length === 0;
  }

  /** Return the legal action of this verb with exactly these arguments. */
  find(verb: string, ...args: number[]): LegalAction | undefined {
    if (this.isEmpty) return undefined;
    const actionNumber = encodeAction(this.verbs, verb, args);
    if (actionNumber === undefined) return undefined;
    this.#indexByAction ??= new Map(this.actions.map((one, n) => [one, n]));
    const n = this.#indexByAction.get(actionNumber);
    return n === undefined ? undefined : (this.#all?.[n] ?? this.#decodeAt(n));
  }

  /** Return every legal action of this verb whose first arguments are these. */
  matching(verb: string, ...args: number[]): LegalAction[] {
    return this.all.filter((one) => one.verb === verb && hasPrefix(one.args, args));
  }

  /** Whether a legal action of this verb begins with these arguments. */
  has(verb: string, ...args: number[]): boolean {
    if (this.isEmpty) return false;
    const info = this.verbs.find((one) => one.verb === verb);
    if (!info) return false;
    const end = info.first + actionCount(info);
    return this.actions.some(
      (action) => action >= info.first && action < end && (args.length === 0 || hasPrefix(decodeArgs(info, action), args)),
    );
  }

  #decodeAt(n: number): LegalAction {
    return { action: this.actions[n]!, ...decodeAction(this.verbs, this.actions[n]!), label: this.labels[n] ?? "" };
  }
}

/** Return the verb and arguments of an action number. Arguments are in row-major order. */
export function decodeAction(verbs: readonly VerbInfo[], action: number): { verb: string; args: number[] } {
  const info = verbs.find((one) => action >= one.first && action < one.first + actionCount(one));
  return info ? { verb: info.verb, args: decodeArgs(info, action) } : { verb: "", args: [] };
}

function actionCount({ ranges }: VerbInfo): number {
  return ranges.reduce((product, range) => product * range, 1);
}

function decodeArgs({ first, ranges }: VerbInfo, action: number): number[] {
  let rest = action - first;
  const args = ranges.map(() => 0);
  for (let n = ranges.length - 1; n >= 0; n--) {
    args[n] = rest % ranges[n]!;
    rest = Math.floor(rest / ranges[n]!);
  }
  return args;
}

function hasPrefix(args: readonly number[], prefix: readonly number[]): boolean {
  return prefix.every((arg, n) => args[n] === arg);
}

/** Return the action number of a verb with arguments, or undefined if any is out of range. */
export function encodeAction(verbs: readonly VerbInfo[], verb: string, args: readonly number[]): number | undefined {
  const info = verbs.find((one) => one.verb === verb);
  if (!info || info.ranges.length !== args.length) return undefined;
  let offset = 0;
  for (const [n, range] of info.ranges.entries()) {
    const arg = args[n]!;
    if (arg < 0 || arg >= range) return undefined;
    offset = offset * range + arg;
  }
  return info.first + offset;
}
