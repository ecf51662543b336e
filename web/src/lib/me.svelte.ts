/** Who plays on this device: a guest with a name and a colour. The token stays in this browser. */
import { api, Refusal } from "./api";

const KEY = "dottable.me";
/** To choose from; the server takes any `#rrggbb`. */
export const COLOURS = ["#d1495b", "#e07a1f", "#b8860b", "#3a8f4d", "#1b8a8a", "#2f6fb5", "#7a52b3", "#c2478f"];

interface Kept {
  token: string;
  name: string;
  colour: string | null;
}

class Me {
  token = $state<string | null>(null);
  name = $state("");
  colour = $state<string | null>(null);

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
      if (kept) this.#take(kept);
    } catch {
      // Nothing kept, nobody known.
    }
  }

  get isKnown(): boolean {
    return this.token !== null;
  }

  /** Come in, or change name and colour. */
  async be(name: string, colour: string | null): Promise<void> {
    if (this.token) {
      try {
        const changed = await api.changeMe(this.token, { name, colour });
        this.keep({ token: this.token, name: changed.name, colour: colour });
        return;
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 401) throw error;
      }
    }
    const made = await api.newPlayer({ name, colour });
    this.keep({ token: made.token, name: made.name, colour: made.colour });
  }

  keep(kept: Kept): void {
    this.#take(kept);
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Without storage we are known as long as the page is open.
    }
  }

  forget(): void {
    this.token = null;
    this.name = "";
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Nothing was kept.
    }
  }

  #take(kept: Kept): void {
    this.token = kept.token;
    this.name = kept.name;
    this.colour = kept.colour;
  }
}

export const me = new Me();
