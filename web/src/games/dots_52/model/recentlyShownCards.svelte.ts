/**
 * Keeps cards face up for a moment after the view has hidden them, because bots play faster than people read.
 * A card is kept only as long as it stays where it was.
 */
import type { View } from "../../../types/dots_52";
import { spotOfPlace, type CardArrivals, type Spot } from "./cardMovements";

/** Shortest time in milliseconds that a card stays face up. */
export const MIN_FACE_UP_MS = 3000;

interface ShownCard {
  card: string;
  since: number;
}

export class RecentlyShownCards {
  /** Cards to show in addition to those of the view. */
  cards = $state.raw<ReadonlyMap<Spot, string>>(new Map());
  #shown = new Map<Spot, ShownCard>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Update with a new view. `arrivals` are the spots whose card differs from the one in the previous view. */
  update(view: View, arrivals: CardArrivals): void {
    const shownCards = new Map<Spot, string>();
    const now = this.now();
    for (const [seat, places] of view.tableaux.entries()) {
      for (const [slot, { present, card, shown }] of places.entries()) {
        const spot = spotOfPlace(seat, slot);
        if (arrivals.has(spot) || !present) this.#shown.delete(spot);
        const earlierShown = this.#shown.get(spot);
        if (shown && card !== null) {
          if (earlierShown?.card !== card) this.#shown.set(spot, { card, since: now });
        } else if (earlierShown && now - earlierShown.since < MIN_FACE_UP_MS) shownCards.set(spot, earlierShown.card);
        else this.#shown.delete(spot);
      }
    }
    if (shownCards.size || this.cards.size) this.cards = shownCards;
    this.#scheduleHiding(now);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #scheduleHiding(now: number): void {
    clearTimeout(this.#timer);
    if (this.cards.size === 0) return;
    const ends = [...this.cards.keys()].map((spot) => this.#shown.get(spot)!.since + MIN_FACE_UP_MS);
    this.#timer = setTimeout(() => this.#hideExpired(), Math.max(0, Math.min(...ends) - now) + 10);
  }

  #hideExpired(): void {
    const now = this.now();
    this.cards = new Map([...this.cards].filter(([spot]) => now - this.#shown.get(spot)!.since < MIN_FACE_UP_MS));
    this.#scheduleHiding(now);
  }
}
