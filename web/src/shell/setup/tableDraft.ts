/** The choices made on a game's page, and the request for a new table made from them. */
import type { DeckText, GameDetails, NewTable, Settings } from "../../types/http";
import { type BotLevel, loadBotLevel } from "./botLevels";

export type OptionValue = boolean | number | string;

export interface TableDraft {
  seats: number;
  level: BotLevel;
  options: Record<string, OptionValue>;
  settings: Settings;
  /** A custom deck; null for the house deck. */
  deck: DeckText | null;
}

/** Key in local storage for the custom deck of a game. */
export const deckStorageKey = (slug: string) => `dottable.deck.${slug}`;

export function defaultDraft(details: GameDetails): TableDraft {
  return {
    seats: Math.max(2, details.min_seats),
    level: loadBotLevel(),
    options: Object.fromEntries(details.options.map((option) => [option.name, option.default])),
    settings: { is_private: true, move_limit_s: null, match_limit_s: null, pace: "natural", waits_between_rounds: true },
    deck: null,
  };
}

/** Return the request for a private match against bots that starts at once. */
export function botMatchRequest(details: GameDetails, draft: TableDraft): NewTable {
  return {
    ...commonRequestFields(details, draft),
    settings: { ...draft.settings, is_private: true },
    bots: Array.from({ length: draft.seats - 1 }, () => draft.level),
    starts: true,
  };
}

/** Return the request for a table whose other seats are free for people. */
export function openTableRequest(details: GameDetails, draft: TableDraft): NewTable {
  return { ...commonRequestFields(details, draft), settings: draft.settings };
}

/** Return game, seats and the options that differ from their defaults. */
function commonRequestFields(details: GameDetails, draft: TableDraft): Pick<NewTable, "game" | "seats" | "options" | "deck"> {
  const changedOptions = details.options.filter((option) => draft.options[option.name] !== option.default);
  return {
    game: details.slug,
    seats: draft.seats,
    options: Object.fromEntries(changedOptions.map((option) => [option.name, draft.options[option.name]!])),
    deck: draft.deck,
  };
}
