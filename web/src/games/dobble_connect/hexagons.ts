/** Hexagons that stand on a corner, in rows from left to right: where they lie and what they look like. */

export interface Point {
  x: number;
  y: number;
}

/** From the centre of a card to its corners, and of the place it lies on: a little air is between cards. */
export const RADIUS = 100;
const PITCH = 104;
const HALF_WIDTH = Math.sqrt(3) / 2;

/** The six sides in the order in which claims count them: their names, in words, and a step towards them. */
export const SIDES = [
  { name: "e", words: "right", q: 1, r: 0 },
  { name: "ne", words: "upper right", q: 1, r: -1 },
  { name: "nw", words: "upper left", q: 0, r: -1 },
  { name: "w", words: "left", q: -1, r: 0 },
  { name: "sw", words: "lower left", q: -1, r: 1 },
  { name: "se", words: "lower right", q: 0, r: 1 },
] as const;

export function centre(q: number, r: number): Point {
  return { x: 2 * HALF_WIDTH * PITCH * (q + r / 2), y: 1.5 * PITCH * r };
}

/** Corners of a hexagon around the origin, for a `points` attribute. */
export function hexagon(radius: number): string {
  const corners = Array.from({ length: 6 }, (_, k) => {
    const angle = (k * Math.PI) / 3;
    return `${(radius * Math.sin(angle)).toFixed(2)},${(-radius * Math.cos(angle)).toFixed(2)}`;
  });
  return corners.join(" ");
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The box around hexagons with these centres. */
export function boxAround(points: readonly Point[], margin = 0): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const left = Math.min(...xs, 0) - HALF_WIDTH * PITCH - margin;
  const top = Math.min(...ys, 0) - PITCH - margin;
  const right = Math.max(...xs, 0) + HALF_WIDTH * PITCH + margin;
  const bottom = Math.max(...ys, 0) + PITCH + margin;
  return { left, top, width: right - left, height: bottom - top };
}

/** The box around a card and the six places beside it. */
export function ring(): Box {
  return boxAround(SIDES.map(({ q, r }) => centre(q, r)));
}

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The point that an arrow key leads to: the nearest one in its direction, ways aside counting double. */
export function towards<P extends Point>(key: string, from: Point, points: readonly P[]): P | undefined {
  const arrow = ARROWS[key];
  if (!arrow) return undefined;
  let best: P | undefined;
  let shortest = Infinity;
  for (const point of points) {
    const x = point.x - from.x;
    const y = point.y - from.y;
    const ahead = x * arrow.x + y * arrow.y;
    const aside = Math.abs(x * arrow.y) + Math.abs(y * arrow.x);
    if (ahead < 1 || aside > 2 * ahead) continue;
    const way = ahead + 2 * aside;
    if (way < shortest) [best, shortest] = [point, way];
  }
  return best;
}
