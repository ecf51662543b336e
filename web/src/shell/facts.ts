/** What the shell says about games and bots beyond what the server tells. Nothing here decides anything. */
import type { OptionSheet } from "../types/http";
import type { SeatBot } from "../types/messages";

export type Level = SeatBot["level"];

export const LEVELS: { value: Level; label: string; help: string }[] = [
  { value: "newcomer", label: "Newcomer", help: "Still learning. Good for a first match." },
  { value: "casual", label: "Casual", help: "Plays for fun and misses things." },
  { value: "steady", label: "Steady", help: "A sensible player who sees most things." },
  { value: "sharp", label: "Sharp", help: "Thinks ahead and remembers well." },
  { value: "master", label: "Master", help: "Searches deep and forgets nothing it saw." },
];

export function levelName(level: string): string {
  return LEVELS.find((one) => one.value === level)?.label ?? level;
}

interface Facts {
  minutes: number;
  /** A few words for a cover. */
  feel: string;
}

const FACTS: Record<string, Facts> = {
  dot_allot: { minutes: 15, feel: "Fan cards, grow groups" },
  dots_72: { minutes: 20, feel: "Collect, match, call" },
  dot_tiles: { minutes: 15, feel: "Draw, swap, fill the sheet" },
  dots_52: { minutes: 20, feel: "Remember, snap, go low" },
  dobble_connect: { minutes: 10, feel: "All at once, eyes open" },
};

export const ORDER = Object.keys(FACTS);

export function factsOf(slug: string): Facts | undefined {
  return FACTS[slug];
}

/** "snap-seconds" for people: "Snap seconds". */
export function spoken(name: string): string {
  const words = name.replace(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Explanations cite rulings, (A5) or (A1, A5): of use in a book, not here. */
export function withoutRulings(text: string): string {
  return text.replace(/\s*\([A-E]\d+(?:, ?[A-E]\d+)*\)/g, "");
}

export function isSwitch(option: OptionSheet): boolean {
  return typeof option.default === "boolean";
}

export function players(fewest: number, most: number): string {
  return fewest === most ? `${most} players` : `${fewest}–${most} players`;
}

/** "3 minutes ago", from ms since the epoch. */
export function ago(at: number, now = Date.now()): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 60 * 24) return `${Math.floor(minutes / 60)} h ago`;
  const days = Math.floor(minutes / 60 / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}
