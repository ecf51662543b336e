// Cache of the games that a worker has loaded.
import micropython from "@micropython/micropython-webassembly-pyscript/micropython.wasm?url";
import { loadDeckReader, type DeckReader } from "./deckReader";
import type { GameFacts } from "./gameFacts";
import { loadBundle, loadDeckBundle, loadFacts, loadModule } from "./gameFiles";
import type { LoadedGame } from "./match";
import { GameTexts } from "./python";

/** Return a function that makes the value for a slug at its first call and caches it. Failures are not cached. */
export function loadedOnce<Value>(make: (slug: string) => Promise<Value>): (slug: string) => Promise<Value> {
  const values = new Map<string, Promise<Value>>();
  return (slug) => {
    let found = values.get(slug);
    if (!found) {
      found = make(slug);
      values.set(slug, found);
      found.catch(() => values.delete(slug));
    }
    return found;
  };
}

export const loadedFacts: (slug: string) => Promise<GameFacts> = loadedOnce(loadFacts);

export const loadedGame: (slug: string) => Promise<LoadedGame> = loadedOnce(async (slug) => {
  const [facts, bundle] = await Promise.all([loadedFacts(slug), loadBundle(slug)]);
  const play = await loadModule(slug, "play", facts);
  return { facts, play, texts: await GameTexts.load(play, bundle, micropython) };
});

export const loadedDeckReader: (slug: string) => Promise<DeckReader> = loadedOnce(async (slug) => loadDeckReader(await loadDeckBundle(slug), micropython));
