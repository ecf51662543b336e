/** What one chose on a game's page, and the request that comes of it. */
import type { GameSheet, NewTable, Settings } from "../types/http";
import { type Level, LEVELS } from "./facts";

export type OptionValue = boolean | number | string;

export interface TableWish {
  seats: number;
  level: Level;
  options: Record<string, OptionValue>;
  settings: Settings;
}

const LEVEL_KEY = "dottable.level";

/** The level that was last chosen, for whichever game. */
export function keptLevel(): Level {
  try {
    return LEVELS.find((one) => one.value === localStorage.getItem(LEVEL_KEY))?.value ?? "newcomer";
  } catch {
    return "newcomer";
  }
}

export function keepLevel(level: Level): void {
  try {
    localStorage.setItem(LEVEL_KEY, level);
  } catch {
    // Without storage it is chosen again.
  }
}

export function firstWish(sheet: GameSheet): TableWish {
  return {
    seats: Math.max(2, sheet.min_seats),
    level: keptLevel(),
    options: Object.fromEntries(sheet.options.map((option) => [option.name, option.default])),
    settings: { is_private: true, move_limit_s: null, match_limit_s: null, pace: "natural" },
  };
}

/** Only what differs from the usual is asked for: the server knows the rest. */
function chosen(sheet: GameSheet, wish: TableWish): Pick<NewTable, "game" | "seats" | "options"> {
  const changed = sheet.options.filter((option) => wish.options[option.name] !== option.default);
  return {
    game: sheet.slug,
    seats: wish.seats,
    options: Object.fromEntries(changed.map((option) => [option.name, wish.options[option.name]!])),
  };
}

/** A match against bots that begins at once; nobody else is meant to find it. */
export function againstBots(sheet: GameSheet, wish: TableWish): NewTable {
  return {
    ...chosen(sheet, wish),
    settings: { ...wish.settings, is_private: true },
    bots: Array.from({ length: wish.seats - 1 }, () => wish.level),
    starts: true,
  };
}

/** A table where free seats wait for people. */
export function forFriends(sheet: GameSheet, wish: TableWish): NewTable {
  return { ...chosen(sheet, wish), settings: wish.settings };
}
