/** Position of the guide's card on the screen where it hides as little as possible. */
import { clamp, type Rect, type Size } from "../../kit/interaction/geometry";

/** An area that should stay visible. Hiding one pixel of it costs `weight`. */
export interface WeightedRect {
  rect: Rect;
  weight: number;
}

type Position = Pick<Rect, "left" | "top">;

const SCREEN_MARGIN_PX = 8;
const TARGET_GAP_PX = 14;

/** Return the candidate position with the lowest cost, the first one of several. */
export function leastCoveringPosition(card: Size, screen: Size, target: Rect | null, visible: readonly WeightedRect[]): Position {
  const positions = candidatePositions(card, screen, target);
  const costs = positions.map((position) => {
    const covered = { ...position, ...card };
    return visible.reduce((sum, { rect, weight }) => sum + weight * overlapArea(covered, rect), 0);
  });
  return positions[costs.indexOf(Math.min(...costs))]!;
}

/** Return the sides of the target that have room for the card, then the top and bottom edge of the screen. */
function candidatePositions(card: Size, screen: Size, target: Rect | null): Position[] {
  const [maxLeft, maxTop] = [screen.width - card.width - SCREEN_MARGIN_PX, screen.height - card.height - SCREEN_MARGIN_PX];
  const middle = target ? target.left + target.width / 2 : screen.width / 2;
  const left = clamp(middle - card.width / 2, SCREEN_MARGIN_PX, Math.max(SCREEN_MARGIN_PX, maxLeft));
  const edges = [
    { left, top: SCREEN_MARGIN_PX },
    { left, top: Math.max(SCREEN_MARGIN_PX, maxTop) },
  ];
  if (!target) return edges;
  const top = clamp(target.top + target.height / 2 - card.height / 2, SCREEN_MARGIN_PX, Math.max(SCREEN_MARGIN_PX, maxTop));
  const beside = [
    { left, top: target.top + target.height + TARGET_GAP_PX },
    { left, top: target.top - card.height - TARGET_GAP_PX },
    { left: target.left + target.width + TARGET_GAP_PX, top },
    { left: target.left - card.width - TARGET_GAP_PX, top },
  ];
  const fits = (position: Position) =>
    position.left >= SCREEN_MARGIN_PX && position.top >= SCREEN_MARGIN_PX && position.left <= maxLeft && position.top <= maxTop;
  return [...beside.filter(fits), ...edges];
}

/** Return the shared area of two rectangles in square pixels. */
function overlapArea(a: Rect, b: Rect): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}
