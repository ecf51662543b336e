/** The games' titles by slug, asked once. */
import { api } from "../lib/api";

class Titles {
  #known = $state.raw<Record<string, string>>({});
  #isAsked = false;

  of(slug: string): string {
    if (!this.#isAsked) {
      this.#isAsked = true;
      api.games().then(
        ({ games }) => (this.#known = Object.fromEntries(games.map((game) => [game.slug, game.title]))),
        () => (this.#isAsked = false),
      );
    }
    return this.#known[slug] ?? slug;
  }
}

export const titles = new Titles();
