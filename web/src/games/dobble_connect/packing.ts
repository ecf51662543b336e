/**
 * Where the ten symbols of a card lie: circles of different sizes that overlap neither each other nor the edge nor the
 * card's mark, each with a turn of its own. The same card always looks the same.
 */
import type { Point } from "./hexagons";

export interface Circle extends Point {
  radius: number;
}

export interface Lying extends Circle {
  /** Degrees. */
  turn: number;
}

/** From the centre of a card to where symbols have to end, straight towards a side. */
export const INNER = 77;
/** The card's mark at its upper corner, and the room it needs. */
export const MARK: Circle = { x: 0, y: -79, radius: 14 };

const WEIGHTS = [1.34, 1.24, 1.15, 1.07, 1, 0.95, 0.9, 0.86, 0.83, 0.8];
/** The radius of a symbol of weight 1: larger ones are tried first. */
const TRIES = [22.6, 21.4, 20.4, 19.4];
const ROUNDS = 120;
const ENOUGH = 0.4;
const AIR = 1.2;
const GROWTH = 1.16;
/** One card needs no longer than this. */
const ENOUGH_MS = 4;

const known = new Map<number, readonly Lying[]>();

/** The ten circles of a card, in the order of its symbols. */
export function layoutOf(card: number): readonly Lying[] {
  let layout = known.get(card);
  if (!layout) known.set(card, (layout = pack(card)));
  return layout;
}

/** Lay out all cards while nothing else is to be done, so that a round begins at once. Returns what stops it. */
export function packAhead(cards: number): () => void {
  const wait = typeof requestIdleCallback === "function" ? requestIdleCallback : (then: () => void) => setTimeout(then, 20);
  let next = 0;
  let isStopped = false;
  const packNext = (deadline?: IdleDeadline) => {
    if (isStopped) return;
    do layoutOf(next++);
    while (next < cards && deadline && deadline.timeRemaining() > ENOUGH_MS);
    if (next < cards) wait(packNext);
  };
  wait(packNext);
  return () => (isStopped = true);
}

function pack(card: number): Lying[] {
  for (const size of TRIES) {
    const luck = lucky(card);
    const circles = scattered(luck, size);
    if (settle(circles) >= ENOUGH && size !== TRIES.at(-1)) continue;
    return grown(circles).map((circle) => ({ ...circle, turn: Math.floor(luck() * 360) }));
  }
  return [];
}

/** Three circles begin inside, seven around them; any size may be anywhere. */
function scattered(luck: () => number, size: number): Circle[] {
  const weights = shuffled(WEIGHTS, luck);
  const start = luck() * 2 * Math.PI;
  const circles = weights.map((weight, k) => {
    const [ring, count] = k < 3 ? [26, 3] : [62, 7];
    const angle = start + (2 * Math.PI * k) / count + (luck() - 0.5) / 2;
    return { x: ring * Math.cos(angle), y: ring * Math.sin(angle), radius: weight * size };
  });
  return shuffled(circles, luck);
}

/** Push circles apart and back inside until they lie still; what still overlaps at the end, at most. */
function settle(circles: Circle[]): number {
  let worst = Infinity;
  for (let round = 0; round < ROUNDS && worst >= ENOUGH / 2; round++) {
    worst = 0;
    for (let k = 0; k < circles.length; k++) {
      for (let other = 0; other < k; other++) worst = Math.max(worst, part(circles[k]!, circles[other]!, 0.5));
    }
    for (const one of circles) {
      worst = Math.max(worst, part(one, MARK, 1));
      keepInside(one);
    }
  }
  return worst;
}

/** Move two circles out of each other, the first one by its share; how deep they were in each other. */
function part(one: Circle, other: Circle, share: number): number {
  const x = one.x - other.x;
  const y = one.y - other.y;
  const distance = Math.sqrt(x * x + y * y) || 1;
  const overlap = one.radius + other.radius + AIR - distance;
  if (overlap <= 0) return 0;
  one.x += (x / distance) * overlap * share;
  one.y += (y / distance) * overlap * share;
  if (share < 1) {
    other.x -= (x / distance) * overlap * (1 - share);
    other.y -= (y / distance) * overlap * (1 - share);
  }
  return overlap;
}

function keepInside(circle: Circle): void {
  for (const [outX, outY] of NORMALS) {
    const beyond = circle.x * outX + circle.y * outY + circle.radius - INNER;
    if (beyond <= 0) continue;
    circle.x -= outX * beyond;
    circle.y -= outY * beyond;
  }
}

const NORMALS = Array.from({ length: 6 }, (_, k) => [Math.cos((k * Math.PI) / 3), Math.sin((k * Math.PI) / 3)] as const);

/** Let every circle have what room is left around it, within reason; the small ones first. */
function grown(circles: Circle[]): Circle[] {
  for (const circle of circles) circle.radius = Math.min(circle.radius, room(circle, circles, 0.5));
  for (const circle of circles.toSorted((a, b) => a.radius - b.radius)) {
    circle.radius = Math.min(circle.radius * GROWTH, room(circle, circles, 1));
  }
  return circles;
}

/** The greatest radius that a circle can have; of what it overlaps with another, it gives up only its share. */
function room(circle: Circle, circles: readonly Circle[], share: number): number {
  let most = Infinity;
  for (const [outX, outY] of NORMALS) most = Math.min(most, INNER - circle.x * outX - circle.y * outY);
  for (const other of [...circles, MARK]) {
    if (other === circle) continue;
    const free = Math.hypot(circle.x - other.x, circle.y - other.y) - other.radius;
    most = Math.min(most, other === MARK || free >= circle.radius ? free : circle.radius - (circle.radius - free) * share - 0.01);
  }
  return most;
}

function shuffled<T>(things: readonly T[], luck: () => number): T[] {
  return things
    .map((thing) => ({ thing, order: luck() }))
    .sort((a, b) => a.order - b.order)
    .map(({ thing }) => thing);
}

/** Numbers between 0 and 1 that look random and are always the same for a card (mulberry32). */
function lucky(card: number): () => number {
  let state = (card + 1) * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
