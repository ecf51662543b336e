/**
 * Layout of the ten symbols of a card: non-overlapping circles of different sizes inside the hexagon, found by
 * relaxation from a pseudo-random start. The card's number is the seed, so a card always looks the same.
 */
import type { Point } from "../../../../kit/interaction/geometry";

export interface Circle extends Point {
  radius: number;
}

export interface PlacedSymbol extends Circle {
  /** Rotation of the symbol's drawing in degrees. */
  rotation: number;
}

/** Distance from the centre of a card to the inner edge of its border, in table units. */
export const CARD_INRADIUS = 77;
/** The circle with the card's label at its upper corner, which symbols must not overlap. */
export const LABEL_CIRCLE: Circle = { x: 0, y: -79, radius: 14 };

/** Relative sizes of the ten symbols. */
const SYMBOL_SIZE_WEIGHTS = [1.34, 1.24, 1.15, 1.07, 1, 0.95, 0.9, 0.86, 0.83, 0.8];
/** Radii of a symbol of weight 1, tried from large to small until the circles fit. */
const CANDIDATE_BASE_RADII = [22.6, 21.4, 20.4, 19.4];
const MAX_ITERATIONS = 120;
/** Largest overlap that counts as none, and gap between circles, in table units. */
const OVERLAP_TOLERANCE = 0.4;
const CIRCLE_GAP = 1.2;
/** Largest factor by which a circle grows into the space left around it. */
const MAX_GROWTH_FACTOR = 1.16;
/** Idle time in milliseconds that must remain to lay out one more card. */
const MIN_IDLE_MS = 4;

const layoutCache = new Map<number, readonly PlacedSymbol[]>();

/** Return the circles of a card in the order of its symbols. */
export function symbolLayout(card: number): readonly PlacedSymbol[] {
  let layout = layoutCache.get(card);
  if (!layout) layoutCache.set(card, (layout = computeLayout(card)));
  return layout;
}

/** Lay out all cards in idle time, so that a round begins without delay. Returns a function that stops it. */
export function precomputeLayouts(cards: number): () => void {
  const whenIdle = typeof requestIdleCallback === "function" ? requestIdleCallback : (callback: () => void) => setTimeout(callback, 20);
  let next = 0;
  let isStopped = false;
  const layoutNext = (deadline?: IdleDeadline) => {
    if (isStopped) return;
    do symbolLayout(next++);
    while (next < cards && deadline && deadline.timeRemaining() > MIN_IDLE_MS);
    if (next < cards) whenIdle(layoutNext);
  };
  whenIdle(layoutNext);
  return () => (isStopped = true);
}

function computeLayout(card: number): PlacedSymbol[] {
  for (const baseRadius of CANDIDATE_BASE_RADII) {
    const nextRandom = seededRandom(card);
    const growingCircles = initialCircles(nextRandom, baseRadius);
    if (separateCircles(growingCircles) >= OVERLAP_TOLERANCE && baseRadius !== CANDIDATE_BASE_RADII.at(-1)) continue;
    return growCircles(growingCircles).map((circle) => ({ ...circle, rotation: Math.floor(nextRandom() * 360) }));
  }
  return [];
}

/** Return three circles near the centre and seven around them, with shuffled sizes. */
function initialCircles(random: () => number, radius: number): Circle[] {
  const sizeWeights = shuffledCopy(SYMBOL_SIZE_WEIGHTS, random);
  const startAngle = random() * 2 * Math.PI;
  const ringCircles = sizeWeights.map((weight, k) => {
    const [ring, count] = k < 3 ? [26, 3] : [62, 7];
    const circleAngle = startAngle + (2 * Math.PI * k) / count + (random() - 0.5) / 2;
    return { x: ring * Math.cos(circleAngle), y: ring * Math.sin(circleAngle), radius: weight * radius };
  });
  return shuffledCopy(ringCircles, random);
}

/** Push circles apart and inside the card. Returns the largest overlap left. */
function separateCircles(circles: Circle[]): number {
  let worst = Infinity;
  for (let n = 0; n < MAX_ITERATIONS && worst >= OVERLAP_TOLERANCE / 2; n++) {
    worst = 0;
    for (let k = 0; k < circles.length; k++) {
      for (let other = 0; other < k; other++) worst = Math.max(worst, pushApart(circles[k]!, circles[other]!, 0.5));
    }
    for (const one of circles) {
      worst = Math.max(worst, pushApart(one, LABEL_CIRCLE, 1));
      keepInside(one);
    }
  }
  return worst;
}

/** Move two overlapping circles apart, the first by `share` of the overlap. Returns the overlap before the move. */
function pushApart(one: Circle, other: Circle, share: number): number {
  const x = one.x - other.x;
  const y = one.y - other.y;
  const centreDistance = Math.sqrt(x * x + y * y) || 1;
  const overlapLength = one.radius + other.radius + CIRCLE_GAP - centreDistance;
  if (overlapLength <= 0) return 0;
  one.x += (x / centreDistance) * overlapLength * share;
  one.y += (y / centreDistance) * overlapLength * share;
  if (share < 1) {
    other.x -= (x / centreDistance) * overlapLength * (1 - share);
    other.y -= (y / centreDistance) * overlapLength * (1 - share);
  }
  return overlapLength;
}

function keepInside(circle: Circle): void {
  for (const [normalX, normalY] of SIDE_NORMALS) {
    const distancePastSide = circle.x * normalX + circle.y * normalY + circle.radius - CARD_INRADIUS;
    if (distancePastSide <= 0) continue;
    circle.x -= normalX * distancePastSide;
    circle.y -= normalY * distancePastSide;
  }
}

const SIDE_NORMALS = Array.from({ length: 6 }, (_, k) => [Math.cos((k * Math.PI) / 3), Math.sin((k * Math.PI) / 3)] as const);

/** Grow every circle into the space around it, small ones first, and return the list. */
function growCircles(circles: Circle[]): Circle[] {
  for (const circle of circles) circle.radius = Math.min(circle.radius, maxRadius(circle, circles, 0.5));
  for (const circle of circles.toSorted((a, b) => a.radius - b.radius)) {
    circle.radius = Math.min(circle.radius * MAX_GROWTH_FACTOR, maxRadius(circle, circles, 1));
  }
  return circles;
}

/** Return the largest radius with which a circle fits inside the card. Where it overlaps another circle, it shrinks by `share` (0 to 1) of the overlap. */
function maxRadius(circle: Circle, circles: readonly Circle[], share: number): number {
  let most = Infinity;
  for (const [normalX, normalY] of SIDE_NORMALS) most = Math.min(most, CARD_INRADIUS - circle.x * normalX - circle.y * normalY);
  for (const otherCircle of [...circles, LABEL_CIRCLE]) {
    if (otherCircle === circle) continue;
    const free = Math.hypot(circle.x - otherCircle.x, circle.y - otherCircle.y) - otherCircle.radius;
    most = Math.min(most, otherCircle === LABEL_CIRCLE || free >= circle.radius ? free : circle.radius - (circle.radius - free) * share - 0.01);
  }
  return most;
}

function shuffledCopy<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** Return a generator of pseudo-random numbers in [0, 1) with the card's number as seed (mulberry32). */
function seededRandom(card: number): () => number {
  let state = (card + 1) * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
