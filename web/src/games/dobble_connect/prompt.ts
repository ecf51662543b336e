/** What the board says one can do now. It speaks of what was chosen, never of which symbol would be right. */
import type { Spot } from "../../types/dobble_connect";
import type { Claim } from "./claim.svelte";
import { spotName, type Place } from "./places";

export function promptFor(claim: Claim, symbols: readonly string[], places: readonly Place[], table: readonly Spot[]): string {
  const symbol = claim.symbol === null ? null : symbols[claim.symbol]!;
  const place = places.find(({ key }) => key === claim.place);
  const card = claim.spot === null ? null : spotName(table, claim.spot);
  if (symbol === null && card) return `Which symbol is on ${card} and on yours?`;
  if (symbol === null && place) return place.beside.length > 1 ? "Which card does it match? Tap it." : "Now the symbol they share";
  if (symbol === null) return "Find a shared symbol and tap it";
  if (place) return `Which card has the ${symbol}? Tap it.`;
  return card ? `The ${symbol}: tap a place beside ${card}` : `The ${symbol}: tap a place beside its card`;
}
