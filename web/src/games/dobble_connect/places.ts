/** The empty places around the cards on the table, as the server lists them: side by side with one or more cards. */
import type { Spot } from "../../types/dobble_connect";
import { centre, SIDES, type Point } from "./hexagons";

export interface Neighbour {
  spot: number;
  side: number;
}

export interface Place extends Point {
  key: string;
  /** The cards it lies at, and at which of their sides. */
  beside: Neighbour[];
}

export function openPlaces(table: readonly Spot[]): Place[] {
  const places = new Map<string, Place>();
  for (const [spot, { q, r, free }] of table.entries()) {
    for (const name of free) {
      const side = SIDES.findIndex((one) => one.name === name);
      const step = SIDES[side];
      if (!step) continue;
      const key = `${q + step.q},${r + step.r}`;
      let place = places.get(key);
      if (!place) places.set(key, (place = { key, ...centre(q + step.q, r + step.r), beside: [] }));
      place.beside.push({ spot, side });
    }
  }
  return [...places.values()];
}

/** A card on the table as sentences call it: "P4". */
export function spotName(table: readonly Spot[], spot: number): string {
  return `${table[spot]?.card.letter ?? ""}${spot}`;
}

export function placeName(table: readonly Spot[], { beside }: Place): string {
  const words = beside.map(({ spot, side }) => `${SIDES[side]!.words} of ${spotName(table, spot)}`);
  return `Empty place, ${words.join(", ")}`;
}
