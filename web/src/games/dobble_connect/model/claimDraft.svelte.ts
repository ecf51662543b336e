/**
 * A claim that the player is composing: a symbol of the own card, a card on the table and a place beside it, chosen in
 * any order. Whether the symbol is right is for the server to decide.
 */
import type { Place } from "./table/emptyPlaces";

export interface CompleteClaim {
  spot: number;
  side: number;
  symbol: number;
}

export class ClaimDraft {
  symbol = $state<number | null>(null);
  spot = $state<number | null>(null);
  /** Key of the empty place that the player has chosen for the claim; null without one. */
  place = $state<string | null>(null);

  get isEmpty(): boolean {
    return this.symbol === null && this.spot === null && this.place === null;
  }

  /** Choose a symbol. Choosing it again clears it. */
  chooseSymbol(symbol: number): void {
    this.symbol = this.symbol === symbol ? null : symbol;
  }

  /** Choose a card. Clears the place if it does not touch the card. */
  chooseSpot(spot: number, places: readonly Place[]): void {
    this.spot = this.spot === spot ? null : spot;
    if (this.spot !== null && !this.#touches(places, spot)) this.place = null;
  }

  /** Choose a place. Clears the card if the place does not touch it. */
  choosePlace(key: string, places: readonly Place[]): void {
    this.place = this.place === key ? null : key;
    if (this.spot !== null && this.place !== null && !this.#touches(places, this.spot)) this.spot = null;
  }

  clear(): void {
    this.symbol = this.spot = this.place = null;
  }

  /** Clear the chosen place if another player has taken it, and the chosen card if no place beside it is free. */
  dropTakenChoices(places: readonly Place[], cards: number): void {
    if (this.place !== null && !places.some(({ key }) => key === this.place)) this.place = null;
    if (this.spot !== null && (this.spot >= cards || !this.#hasPlace(places, this.spot))) this.spot = null;
  }

  /** Return the claim once all parts are chosen, else null. A place beside a single card implies that card. */
  complete(places: readonly Place[]): CompleteClaim | null {
    const chosenPlace = places.find(({ key }) => key === this.place);
    if (!chosenPlace || this.symbol === null) return null;
    const { neighbours } = chosenPlace;
    const matchedNeighbour = this.spot === null && neighbours.length === 1 ? neighbours[0] : neighbours.find(({ spot }) => spot === this.spot);
    return matchedNeighbour ? { ...matchedNeighbour, symbol: this.symbol } : null;
  }

  #touches(places: readonly Place[], spot: number): boolean {
    const chosenPlace = places.find(({ key }) => key === this.place);
    return chosenPlace?.neighbours.some((one) => one.spot === spot) ?? false;
  }

  #hasPlace(places: readonly Place[], spot: number): boolean {
    return places.some(({ neighbours }) => neighbours.some((one) => one.spot === spot));
  }
}
