/** Registry of the games' user interfaces, found by folder. Each is loaded when it is needed. */
import type { HomePageEntry, GameUi } from "./contract";
import { fallbackUi } from "./fallback/fallbackUi";

const GAME_UI_LOADERS = import.meta.glob<{ game: GameUi }>("./*/index.ts");
const HOME_PAGE_ENTRIES = import.meta.glob<HomePageEntry>("./*/homePageEntry.ts", { eager: true, import: "homePageEntry" });

/** Return a game's user interface, or a generic one for games without a folder. */
export async function loadGameUi(slug: string): Promise<GameUi> {
  const load = GAME_UI_LOADERS[`./${slug}/index.ts`];
  return load ? (await load()).game : fallbackUi(slug);
}

/** Return the home page entry of a game, if it has any. */
export function homePageEntry(slug: string): HomePageEntry | undefined {
  return HOME_PAGE_ENTRIES[`./${slug}/homePageEntry.ts`];
}
