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

const FIRST = ["Merry", "Quiet", "Lucky", "Clever", "Sunny", "Swift", "Gentle", "Bold", "Cosy", "Bright"];
const LAST = ["Otter", "Magpie", "Badger", "Wren", "Hedgehog", "Heron", "Fox", "Robin", "Mole", "Lynx"];

/** A friendly name for whoever does not care for one. */
export function randomName(): string {
  const one = (list: string[]) => list[Math.floor(Math.random() * list.length)]!;
  return `${one(FIRST)} ${one(LAST)}`;
}

export function randomColour(): string {
  return COLOURS[Math.floor(Math.random() * COLOURS.length)]!;
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

  /** A new guest of the same name: for a server that does not know our token any more. */
  async renew(): Promise<void> {
    const made = await api.newPlayer({ name: this.name || randomName(), colour: this.colour });
    this.keep({ token: made.token, name: made.name, colour: made.colour });
  }

  /** Ask as oneself; somebody whom the server has forgotten comes in again by the same name. */
  async ask<T>(request: (token: string) => Promise<T>): Promise<T> {
    if (!this.token) await this.renew();
    try {
      return await request(this.token!);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      await this.renew();
      return request(this.token!);
    }
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
    this.colour = null;
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
