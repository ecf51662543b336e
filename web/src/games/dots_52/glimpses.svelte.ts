/**
 * Cards that were shown stay in sight for a moment, though play has gone on: a bot draws faster than one can read.
 * Only what the view has shown is kept, and no longer than the card lies where it was.
 */
import type { View } from "../../types/dots_52";
import { spotOf, type Arrivals, type Spot } from "./places";

/** How long one has at least to read a card. */
export const GLIMPSE_MS = 3000;

interface Seen {
  card: string;
  since: number;
}

export class Glimpses {
  /** Cards to show beyond what the view shows now. */
  held = $state.raw<ReadonlyMap<Spot, string>>(new Map());
  #seen = new Map<Spot, Seen>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Take notice of a view; `arrivals` are the spots where another card lies now. */
  follow(view: View, arrivals: Arrivals): void {
    const held = new Map<Spot, string>();
    const now = this.now();
    for (const [seat, places] of view.tableaux.entries()) {
      for (const [slot, { present, card, shown }] of places.entries()) {
        const spot = spotOf(seat, slot);
        if (arrivals.has(spot) || !present) this.#seen.delete(spot);
        if (shown && card !== null) {
          const seen = this.#seen.get(spot);
          if (seen?.card !== card) this.#seen.set(spot, { card, since: now });
        } else {
          const seen = this.#seen.get(spot);
          if (seen && now - seen.since < GLIMPSE_MS) held.set(spot, seen.card);
          else this.#seen.delete(spot);
        }
      }
    }
    if (held.size || this.held.size) this.held = held;
    this.#wake(now);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wake(now: number): void {
    clearTimeout(this.#timer);
    if (this.held.size === 0) return;
    const ends = [...this.held.keys()].map((spot) => this.#seen.get(spot)!.since + GLIMPSE_MS);
    this.#timer = setTimeout(() => this.#letGo(), Math.max(0, Math.min(...ends) - now) + 10);
  }

  #letGo(): void {
    const now = this.now();
    this.held = new Map([...this.held].filter(([spot]) => now - this.#seen.get(spot)!.since < GLIMPSE_MS));
    this.#wake(now);
  }
}
