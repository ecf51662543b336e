/** Titles of the games by slug, loaded once from the catalogue. */
import { api } from "../lib/api";

class GameTitles {
  #titles = $state.raw<Record<string, string>>({});
  #isRequested = false;

  /** Return the title of a game, or its slug until the catalogue has loaded. */
  of(slug: string): string {
    if (!this.#isRequested) {
      this.#isRequested = true;
      api.games().then(
        ({ games }) => (this.#titles = Object.fromEntries(games.map((game) => [game.slug, game.title]))),
        () => (this.#isRequested = false),
      );
    }
    return this.#titles[slug] ?? slug;
  }
}

export const gameTitles = new GameTitles();
