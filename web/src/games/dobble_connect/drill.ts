/**
 * The drill: two random cards of the house deck side by side, which symbol do they share? Ten pairs, and the own times
 * kept in this browser. The deck comes from the server; a pair is judged by looking for one name in two lists.
 */
import type { Card } from "../../types/dobble_connect";

export const PAIRS = 10;
const KEY = "dottable.dobble_connect.drill";
const MOST_RUNS = 200;

/** The cards of a deck file: ten names in brackets for each, under the name of their kind. */
export function readDeck(text: string): Card[] {
  const cards: Card[] = [];
  for (const [, kind, rows] of text.matchAll(/^(\w+) = \[\n([\s\S]*?)^\]/gm)) {
    for (const [n, [row]] of [...rows!.matchAll(/\[.*?\]/g)].entries()) {
      const symbols = JSON.parse(row) as string[];
      cards.push({ number: cards.length, name: `${kind} ${n + 1}`, kind: kind!, letter: kind![0]!.toUpperCase(), symbols });
    }
  }
  return cards;
}

export interface Pair {
  left: Card;
  right: Card;
}

/** Two different cards, any as likely as any other. */
export function drawPair(cards: readonly Card[], luck: () => number = Math.random): Pair {
  const left = Math.floor(luck() * cards.length);
  const right = Math.floor(luck() * (cards.length - 1));
  return { left: cards[left]!, right: cards[right >= left ? right + 1 : right]! };
}

export function isShared({ left, right }: Pair, symbol: string): boolean {
  return left.symbols.includes(symbol) && right.symbols.includes(symbol);
}

/** Where a card shows what it shares with the other. */
export function placeOfShared(card: Card, other: Card): number {
  return card.symbols.findIndex((symbol) => other.symbols.includes(symbol));
}

export interface Run {
  day: string;
  times_ms: number[];
  wrong: number;
}

/** The middle of some times; null if there are none. */
export function median(times: readonly number[]): number | null {
  if (times.length === 0) return null;
  const sorted = times.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** The best run so far, by the middle one of its times. */
export function bestMedian(runs: readonly Run[]): number | null {
  const medians = runs.map(({ times_ms }) => median(times_ms)).filter((time) => time !== null);
  return medians.length > 0 ? Math.min(...medians) : null;
}

export function keptRuns(): Run[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Run[]) : [];
  } catch {
    return [];
  }
}

export function keepRun(run: Run): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...keptRuns(), run].slice(-MOST_RUNS)));
  } catch {
    // Without storage a run is worth its fun.
  }
}

export function seconds(ms: number | null): string {
  return ms === null ? "–" : `${(ms / 1000).toFixed(1)} s`;
}
