/** The card on the table that is shown beside the own card without being chosen. It stays while others lay cards. */
import type { Spot } from "../../../types/dobble_connect";

export class CardComparison {
  /** Spot of the card that is compared; null without one. */
  spot = $state<number | null>(null);
  /** Number of cards on the table that the player has been shown large, or had before their own card. */
  #seenCount = $state(0);
  #ownCard: string | null = null;

  /** Keep the card, unless the own card is another one or no card can be laid beside the compared one. */
  update(ownCard: string | null, table: readonly Spot[]): void {
    const canLayBeside = this.spot !== null && (table[this.spot]?.free.length ?? 0) > 0;
    if (ownCard === this.#ownCard && canLayBeside) return;
    this.#ownCard = ownCard;
    this.showNewest(ownCard === null ? [] : table);
  }

  /** Compare with the newest card that has an empty place beside it. */
  showNewest(table: readonly Spot[]): void {
    const newestSpot = newestOpenSpot(table);
    this.spot = newestSpot < 0 ? null : newestSpot;
    this.#seenCount = table.length;
  }

  /** Return the newest card that others have laid since, if a card can be laid beside it; else null. */
  newer(table: readonly Spot[]): number | null {
    const newestSpot = newestOpenSpot(table);
    return this.spot !== null && newestSpot >= this.#seenCount ? newestSpot : null;
  }
}

function newestOpenSpot(table: readonly Spot[]): number {
  return table.findLastIndex(({ free }) => free.length > 0);
}
