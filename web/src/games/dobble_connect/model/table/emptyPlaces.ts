/** Empty places beside the cards on the table, as listed by the server. */
import type { Point } from "../../../../kit/interaction/geometry";
import type { Spot } from "../../../../types/dobble_connect";
import { cellCentre, HEX_SIDES } from "./hexGrid";

/** A card beside a place, and the side of that card. */
export interface NeighbourOfPlace {
  spot: number;
  side: number;
}

export interface Place extends Point {
  key: string;
  neighbours: NeighbourOfPlace[];
}

/** Return every empty place once, with all cards beside it. */
export function emptyPlaces(table: readonly Spot[]): Place[] {
  const placesByKey = new Map<string, Place>();
  for (const [spot, { q, r, free }] of table.entries()) {
    for (const name of free) {
      const side = HEX_SIDES.findIndex((one) => one.name === name);
      const step = HEX_SIDES[side];
      if (!step) continue;
      const key = `${q + step.q},${r + step.r}`;
      let place = placesByKey.get(key);
      if (!place) placesByKey.set(key, (place = { key, ...cellCentre(q + step.q, r + step.r), neighbours: [] }));
      place.neighbours.push({ spot, side });
    }
  }
  return [...placesByKey.values()];
}

/** Return the label of a card on the table: letter of its kind and number of its spot, "P4". */
export function spotLabel(table: readonly Spot[], spot: number): string {
  return `${table[spot]?.card.letter ?? ""}${spot}`;
}

export function placeLabel(table: readonly Spot[], { neighbours }: Place): string {
  const neighbourPhrases = neighbours.map(({ spot, side }) => `${HEX_SIDES[side]!.words} of ${spotLabel(table, spot)}`);
  return `Empty place, ${neighbourPhrases.join(", ")}`;
}
