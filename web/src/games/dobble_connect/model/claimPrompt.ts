/** The instruction below the table. It depends on the choices made, never on which symbol is right. */
import type { Spot } from "../../../types/dobble_connect";
import type { ClaimDraft } from "./claimDraft.svelte";
import { spotLabel, type Place } from "./table/emptyPlaces";

export function claimPrompt(claim: ClaimDraft, symbols: readonly string[], places: readonly Place[], table: readonly Spot[]): string {
  const symbolName = claim.symbol === null ? null : symbols[claim.symbol]!;
  const chosenPlace = places.find(({ key }) => key === claim.place);
  const card = claim.spot === null ? null : spotLabel(table, claim.spot);
  if (symbolName === null && card) return `Which symbol is on ${card} and on yours?`;
  if (symbolName === null && chosenPlace) return chosenPlace.neighbours.length > 1 ? "Which card does it match? Tap it." : "Now tap the symbol they share";
  if (symbolName === null) return "Find a shared symbol and tap it";
  if (chosenPlace) return `Which card has the ${symbolName}? Tap it.`;
  return card ? `The ${symbolName}: tap a place beside ${card}` : `The ${symbolName}: tap a place beside its card`;
}
