/** Geometry of pointy-top hexagons in axial coordinates (q, r). Lengths are in table units. */
import type { Point, Rect } from "../../../../kit/interaction/geometry";

/** Distance from the centre of a card to its corners. */
export const CARD_RADIUS = 100;
/** Distance from the centre of a cell to its corners. Larger than a card, to leave a gap between cards. */
const CELL_RADIUS = 104;
const HALF_WIDTH_RATIO = Math.sqrt(3) / 2;

/** The six sides in the order of the claim action: name on the wire, words, and axial step. */
export const HEX_SIDES = [
  { name: "e", words: "right", q: 1, r: 0 },
  { name: "ne", words: "upper right", q: 1, r: -1 },
  { name: "nw", words: "upper left", q: 0, r: -1 },
  { name: "w", words: "left", q: -1, r: 0 },
  { name: "sw", words: "lower left", q: -1, r: 1 },
  { name: "se", words: "lower right", q: 0, r: 1 },
] as const;

/** Return the centre of the hexagonal cell at (q, r), in table units. */
export function cellCentre(q: number, r: number): Point {
  return { x: 2 * HALF_WIDTH_RATIO * CELL_RADIUS * (q + r / 2), y: 1.5 * CELL_RADIUS * r };
}

/** Return the corners of a hexagon around the origin, for a `points` attribute. */
export function hexagonPoints(radius: number): string {
  const hexagonCorners = Array.from({ length: 6 }, (_, k) => {
    const cornerAngle = (k * Math.PI) / 3;
    return `${(radius * Math.sin(cornerAngle)).toFixed(2)},${(-radius * Math.cos(cornerAngle)).toFixed(2)}`;
  });
  return hexagonCorners.join(" ");
}

/** Return the bounding box of the origin and of cells with these centres. */
export function boundingBox(points: readonly Point[], margin = 0): Rect {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const left = Math.min(...xs, 0) - HALF_WIDTH_RATIO * CELL_RADIUS - margin;
  const top = Math.min(...ys, 0) - CELL_RADIUS - margin;
  const right = Math.max(...xs, 0) + HALF_WIDTH_RATIO * CELL_RADIUS + margin;
  const bottom = Math.max(...ys, 0) + CELL_RADIUS + margin;
  return { left, top, width: right - left, height: bottom - top };
}

/** Return the bounding box of cells with these centres; without any, that of a cell at the origin. */
export function boxAround(points: readonly Point[]): Rect {
  const [first] = points;
  if (!first) return boundingBox([]);
  const box = boundingBox(points.map(({ x, y }) => ({ x: x - first.x, y: y - first.y })));
  return { ...box, left: box.left + first.x, top: box.top + first.y };
}

/** Return the bounding box of a cell at the origin and its six neighbours. */
export function neighbourhoodBox(): Rect {
  return boundingBox(HEX_SIDES.map(({ q, r }) => cellCentre(q, r)));
}

const ARROW_KEY_DIRECTIONS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Return the nearest point in the direction of an arrow key. Sideways distance counts double. */
export function nearestInDirection<P extends Point>(key: string, from: Point, points: readonly P[]): P | undefined {
  const arrowDirection = ARROW_KEY_DIRECTIONS[key];
  if (!arrowDirection) return undefined;
  let nearest: P | undefined;
  let minDistance = Infinity;
  for (const point of points) {
    const x = point.x - from.x;
    const y = point.y - from.y;
    const forwardDistance = x * arrowDirection.x + y * arrowDirection.y;
    const sidewaysDistance = Math.abs(x * arrowDirection.y) + Math.abs(y * arrowDirection.x);
    if (forwardDistance < 1 || sidewaysDistance > 2 * forwardDistance) continue;
    const weightedDistance = forwardDistance + 2 * sidewaysDistance;
    if (weightedDistance < minDistance) [nearest, minDistance] = [point, weightedDistance];
  }
  return nearest;
}
