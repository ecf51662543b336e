/** The card that is shown large: one on the table, or the top card of a seat. */
import { seatName } from "../../../lib/seatNames";
import type { SymbolCard, View } from "../../../types/dobble_connect";
import type { SeatInfo } from "../../../types/messages";
import { spotLabel } from "./table/emptyPlaces";

export type InspectionTarget = { spot: number } | { seat: number } | null;

export interface InspectedCard {
  card: SymbolCard;
  label: string;
  mark: string;
}

export function findInspectedCard(target: InspectionTarget, { table, players }: View, seats: readonly SeatInfo[], you: number | null): InspectedCard | null {
  if (target === null) return null;
  if ("spot" in target) {
    const card = table[target.spot]?.card;
    const mark = spotLabel(table, target.spot);
    return card ? { card, label: `On the table: ${mark}`, mark } : null;
  }
  const card = players[target.seat]?.top;
  return card ? { card, label: seatName(seats, target.seat, you), mark: card.letter } : null;
}
