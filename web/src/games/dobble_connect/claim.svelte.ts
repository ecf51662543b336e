/**
 * A claim while one puts it together: a symbol of the own card, a card on the table, and a place beside it, in any order.
 * Nothing here knows which symbol is the right one; that is for the server to say.
 */
import type { Place } from "./places";

export interface Whole {
  spot: number;
  side: number;
  symbol: number;
}

export class Claim {
  symbol = $state<number | null>(null);
  spot = $state<number | null>(null);
  /** The key of a place. */
  place = $state<string | null>(null);

  get isEmpty(): boolean {
    return this.symbol === null && this.spot === null && this.place === null;
  }

  /** Choosing a thing again takes it back. */
  chooseSymbol(symbol: number): void {
    this.symbol = this.symbol === symbol ? null : symbol;
  }

  /** A place that does not touch the card is let go. */
  chooseSpot(spot: number, places: readonly Place[]): void {
    this.spot = this.spot === spot ? null : spot;
    if (this.spot !== null && !this.#touches(places, spot)) this.place = null;
  }

  /** A card that the place does not touch is let go. */
  choosePlace(key: string, places: readonly Place[]): void {
    this.place = this.place === key ? null : key;
    if (this.spot !== null && this.place !== null && !this.#touches(places, this.spot)) this.spot = null;
  }

  clear(): void {
    this.symbol = this.spot = this.place = null;
  }

  /** What was laid meanwhile is not to be chosen any more. */
  forgetTaken(places: readonly Place[], cards: number): void {
    if (this.place !== null && !places.some(({ key }) => key === this.place)) this.place = null;
    if (this.spot !== null && (this.spot >= cards || !this.#hasPlace(places, this.spot))) this.spot = null;
  }

  /** All three, as soon as nothing is open; a place beside a single card names that card. */
  whole(places: readonly Place[]): Whole | null {
    const place = places.find(({ key }) => key === this.place);
    if (!place || this.symbol === null) return null;
    const beside = this.spot === null && place.beside.length === 1 ? place.beside[0] : place.beside.find(({ spot }) => spot === this.spot);
    return beside ? { ...beside, symbol: this.symbol } : null;
  }

  #touches(places: readonly Place[], spot: number): boolean {
    const place = places.find(({ key }) => key === this.place);
    return place?.beside.some((beside) => beside.spot === spot) ?? false;
  }

  #hasPlace(places: readonly Place[], spot: number): boolean {
    return places.some(({ beside }) => beside.some((one) => one.spot === spot));
  }
}
