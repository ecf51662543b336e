/** The instruction below the table. It depends on the choices made, never on which symbol is right. */
import type { Spot } from "../../../types/dobble_connect";
import type { ClaimDraft } from "./claimDraft.svelte";
import { spotLabel, type Place } from "./table/emptyPlaces";

export function claimPrompt(claim: ClaimDraft, symbols: readonly string[], places: readonly Place[], table: readonly Spot[]): string {
  const symbol = claim.symbol === null ? null : symbols[claim.symbol]!;
  const place = places.find(({ key }) => key === claim.place);
  const card = claim.spot === null ? null : spotLabel(table, claim.spot);
  if (symbol === null && card) return `Which symbol is on ${card} and on yours?`;
  if (symbol === null && place) return place.neighbours.length > 1 ? "Which card does it match? Tap it." : "Now tap the symbol they share";
  if (symbol === null) return "Find a shared symbol and tap it";
  if (place) return `Which card has the ${symbol}? Tap it.`;
  return card ? `The ${symbol}: tap a place beside ${card}` : `The ${symbol}: tap a place beside its card`;
}
