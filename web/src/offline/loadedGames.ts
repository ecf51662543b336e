// Cache of the games that a worker has loaded.
import micropython from "@micropython/micropython-webassembly-pyscript/micropython.wasm?url";
import { loadDeckReader, type DeckReader } from "./deckReader";
import type { GameData } from "./gameData";
import { loadViewBundle, loadDeckBundle, loadGameData, loadKernelModule } from "./gameFiles";
import type { LoadedGame } from "./offlineMatch";
import { GameTexts } from "./gameTexts";

/** Return a function that makes the value for a slug at its first call and caches it. Failures are not cached. */
export function cachedBySlug<Value>(make: (slug: string) => Promise<Value>): (slug: string) => Promise<Value> {
  const promisesBySlug = new Map<string, Promise<Value>>();
  return (slug) => {
    let found = promisesBySlug.get(slug);
    if (!found) {
      found = make(slug);
      promisesBySlug.set(slug, found);
      found.catch(() => promisesBySlug.delete(slug));
    }
    return found;
  };
}

export const loadedGameData: (slug: string) => Promise<GameData> = cachedBySlug(loadGameData);

export const loadedGame: (slug: string) => Promise<LoadedGame> = cachedBySlug(async (slug) => {
  const [gameData, bundle] = await Promise.all([loadedGameData(slug), loadViewBundle(slug)]);
  const play = await loadKernelModule(slug, "play", gameData);
  return { gameData, play, texts: await GameTexts.load(play, bundle, micropython) };
});

export const loadedDeckReader: (slug: string) => Promise<DeckReader> = cachedBySlug(async (slug) => loadDeckReader(await loadDeckBundle(slug), micropython));
