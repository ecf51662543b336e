/** The two cards of a right claim that was just made, and the symbol they share. */
import type { SymbolCard, View } from "../../../types/dobble_connect";
import { HEX_SIDES } from "./table/hexGrid";

export interface LaidCardPair {
  /** Spots of the card that was laid, and of the card that it matched. */
  spots: [number, number];
  cards: [SymbolCard, SymbolCard];
  symbol: string;
}

/** Return the pair if the last move was this claim (spot and side) and laid the newest card; null otherwise. */
export function laidCardPair({ table }: Pick<View, "table">, claim: { spot: number; side: number } | null): LaidCardPair | null {
  const [laid, matched, step] = [table.at(-1), table[claim?.spot ?? -1], HEX_SIDES[claim?.side ?? -1]];
  if (!claim || !laid || !matched || !step || laid.q !== matched.q + step.q || laid.r !== matched.r + step.r) return null;
  const sharedSymbol = laid.card.symbols.find((name) => matched.card.symbols.includes(name));
  return sharedSymbol === undefined ? null : { spots: [table.length - 1, claim.spot], cards: [laid.card, matched.card], symbol: sharedSymbol };
}
