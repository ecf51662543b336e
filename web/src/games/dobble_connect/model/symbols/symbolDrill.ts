/** Practice drill: find the symbol that two random cards of the house deck share. Results are stored in this browser. */
import { readStored, writeStored } from "../../../../lib/localStore";
import type { SymbolCard } from "../../../../types/dobble_connect";

export const PAIRS_PER_RUN = 10;
const STORAGE_KEY = "dottable.dobble_connect.drill";
/** Number of most recent runs that are stored. */
const MAX_STORED_RUNS = 200;

/** Return the cards of a deck file: lists of ten symbol names under the name of their kind. */
export function parseDeck(text: string): SymbolCard[] {
  const cards: SymbolCard[] = [];
  for (const [, kind, rows] of text.matchAll(/^(\w+) = \[\n([\s\S]*?)^\]/gm)) {
    for (const [n, [row]] of [...rows!.matchAll(/\[.*?\]/g)].entries()) {
      const rowSymbols = JSON.parse(row) as string[];
      cards.push({ number: cards.length, name: `${kind} ${n + 1}`, kind: kind!, letter: kind![0]!.toUpperCase(), symbols: rowSymbols });
    }
  }
  return cards;
}

export interface CardPair {
  left: SymbolCard;
  right: SymbolCard;
}

/** Return two different cards of a deck, drawn uniformly at random. */
export function randomCardPair(cards: readonly SymbolCard[], random: () => number = Math.random): CardPair {
  const leftIndex = Math.floor(random() * cards.length);
  const rightIndex = Math.floor(random() * (cards.length - 1));
  return { left: cards[leftIndex]!, right: cards[rightIndex >= leftIndex ? rightIndex + 1 : rightIndex]! };
}

export function isSharedSymbol({ left, right }: CardPair, symbol: string): boolean {
  return left.symbols.includes(symbol) && right.symbols.includes(symbol);
}

/** Return the index of the symbol on `card` that it shares with `other`. */
export function sharedSymbolIndex(card: SymbolCard, other: SymbolCard): number {
  return card.symbols.findIndex((symbol) => other.symbols.includes(symbol));
}

export interface DrillRun {
  day: string;
  times_ms: number[];
  wrong: number;
}

/** Return the median, or null of an empty list. */
export function medianTime(times: readonly number[]): number | null {
  if (times.length === 0) return null;
  const sortedTimes = times.toSorted((a, b) => a - b);
  const half = sortedTimes.length >> 1;
  return sortedTimes.length % 2 ? sortedTimes[half]! : (sortedTimes[half - 1]! + sortedTimes[half]!) / 2;
}

/** Return the lowest median time of all runs in milliseconds, or null. */
export function lowestMedian(runs: readonly DrillRun[]): number | null {
  const runMedians = runs.map(({ times_ms }) => medianTime(times_ms)).filter((time) => time !== null);
  return runMedians.length > 0 ? Math.min(...runMedians) : null;
}

export function loadRuns(): DrillRun[] {
  const storedRuns = readStored<unknown>(STORAGE_KEY);
  return Array.isArray(storedRuns) ? (storedRuns as DrillRun[]) : [];
}

export function saveRun(run: DrillRun): void {
  writeStored(STORAGE_KEY, [...loadRuns(), run].slice(-MAX_STORED_RUNS));
}

/** Return a time in milliseconds as seconds, such as "1.4 s"; a dash for null. */
export function formatSeconds(ms: number | null): string {
  return ms === null ? "–" : `${(ms / 1000).toFixed(1)} s`;
}
