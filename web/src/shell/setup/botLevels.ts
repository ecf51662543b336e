/** The five strength levels of bots, weakest first. */
import { readStored, writeStored } from "../../lib/localStore";
import type { SeatBot } from "../../types/messages";

export type BotLevel = SeatBot["level"];

export const BOT_LEVELS: { value: BotLevel; label: string; help: string }[] = [
  { value: "newcomer", label: "Newcomer", help: "Still learning. Good for a first match." },
  { value: "casual", label: "Casual", help: "Plays for fun and misses things." },
  { value: "steady", label: "Steady", help: "A sensible player who sees most things." },
  { value: "sharp", label: "Sharp", help: "Thinks ahead and remembers well." },
  { value: "master", label: "Master", help: "Searches deep and forgets nothing it saw." },
];

export function botLevelName(level: string): string {
  return BOT_LEVELS.find((one) => one.value === level)?.label ?? level;
}

const STORAGE_KEY = "dottable.botLevel";

/** Return the level chosen last, in any game. */
export function loadBotLevel(): BotLevel {
  const storedLevel = readStored<string>(STORAGE_KEY);
  return BOT_LEVELS.find((one) => one.value === storedLevel)?.value ?? "newcomer";
}

export function saveBotLevel(level: BotLevel): void {
  writeStored(STORAGE_KEY, level);
}
