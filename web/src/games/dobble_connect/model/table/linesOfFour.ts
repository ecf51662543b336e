/** Lines of four on the hexagonal grid: those that ended a round, and threes that an empty place would complete. */
import type { Point } from "../../../../kit/interaction/geometry";
import type { Spot } from "../../../../types/dobble_connect";
import { cellCentre } from "./hexGrid";

const LINE_LENGTH = 4;
/** Steps along the three axes of the grid. */
const AXES = [
  { q: 1, r: 0 },
  { q: 0, r: 1 },
  { q: 1, r: -1 },
] as const;
/** Kind of the starting cards, which count for no team. */
const START_KIND = "start";

export interface LineSegment {
  from: Point;
  to: Point;
}

const cellKey = (q: number, r: number) => `${q},${r}`;

/** Return the segment from end to end of each line among these cards. */
export function lineSegments(cards: readonly Pick<Spot, "q" | "r">[]): LineSegment[] {
  const occupiedCells = new Set(cards.map(({ q, r }) => cellKey(q, r)));
  return cards.flatMap(({ q, r }) =>
    AXES.flatMap((axis) => {
      if (occupiedCells.has(cellKey(q - axis.q, r - axis.r))) return [];
      let length = 1;
      while (occupiedCells.has(cellKey(q + length * axis.q, r + length * axis.r))) length += 1;
      return length < LINE_LENGTH ? [] : [{ from: cellCentre(q, r), to: cellCentre(q + (length - 1) * axis.q, r + (length - 1) * axis.r) }];
    }),
  );
}

/** Return the empty places (by key) that would complete a line of four, with the kind of its cards. */
export function placesCompletingLines(table: readonly Spot[]): Map<string, string> {
  const spotsByCell = new Map(table.map((spot) => [cellKey(spot.q, spot.r), spot]));
  const kindByPlace = new Map<string, string>();
  for (const { q, r, card } of table) {
    if (card.kind === START_KIND) continue;
    for (const axis of AXES) {
      for (let start = 1 - LINE_LENGTH; start <= 0; start += 1) {
        const lineCells = Array.from({ length: LINE_LENGTH }, (_, n) => cellKey(q + (start + n) * axis.q, r + (start + n) * axis.r));
        const gaps = lineCells.filter((key) => spotsByCell.get(key)?.card.kind !== card.kind);
        if (gaps.length === 1 && !spotsByCell.has(gaps[0]!)) kindByPlace.set(gaps[0]!, card.kind);
      }
    }
  }
  return kindByPlace;
}
