/** Asks once for a name and a colour, before the first thing that needs one. */
import { me } from "../lib/me.svelte";

class Who {
  isOpen = $state(false);
  #waiting: ((isKnown: boolean) => void)[] = [];

  /** Resolves with true once the player is known; at once if it is already and does not want to change. */
  ask({ isAgain = false } = {}): Promise<boolean> {
    if (me.isKnown && !isAgain) return Promise.resolve(true);
    this.isOpen = true;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  answered(): void {
    this.isOpen = false;
    for (const resolve of this.#waiting.splice(0)) resolve(me.isKnown);
  }
}

export const who = new Who();
