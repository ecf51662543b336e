/** Where a card over the table is least in the way. */
import type { Box } from "../../kit/shield";

export interface Size {
  width: number;
  height: number;
}

/** Something that is better seen: the heavier, the more. */
export interface Kept {
  box: Box;
  weight: number;
}

const EDGE_PX = 8;
const GAP_PX = 14;

/** The corner of the place that covers least; the first one of several. */
export function bestPlace(card: Size, screen: Size, target: Box | null, kept: readonly Kept[]): { left: number; top: number } {
  const places = candidates(card, screen, target);
  const costs = places.map((place) => {
    const covered = { ...place, ...card };
    return kept.reduce((sum, { box, weight }) => sum + weight * shared(covered, box), 0);
  });
  return places[costs.indexOf(Math.min(...costs))]!;
}

/** The edges of the screen, and all sides of the target that have room. */
function candidates(card: Size, screen: Size, target: Box | null): { left: number; top: number }[] {
  const middle = target ? target.left + target.width / 2 : screen.width / 2;
  const left = Math.max(EDGE_PX, Math.min(middle - card.width / 2, screen.width - card.width - EDGE_PX));
  const edges = [
    { left, top: EDGE_PX },
    { left, top: Math.max(EDGE_PX, screen.height - card.height - EDGE_PX) },
  ];
  if (!target) return edges;
  const top = Math.max(EDGE_PX, Math.min(target.top + target.height / 2 - card.height / 2, screen.height - card.height - EDGE_PX));
  const beside = [
    { left, top: target.top + target.height + GAP_PX },
    { left, top: target.top - card.height - GAP_PX },
    { left: target.left + target.width + GAP_PX, top },
    { left: target.left - card.width - GAP_PX, top },
  ];
  const hasRoom = (place: { left: number; top: number }) =>
    place.left >= EDGE_PX && place.top >= EDGE_PX && place.left + card.width <= screen.width - EDGE_PX && place.top + card.height <= screen.height - EDGE_PX;
  return [...beside.filter(hasRoom), ...edges];
}

/** How many square pixels two boxes share. */
function shared(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}
