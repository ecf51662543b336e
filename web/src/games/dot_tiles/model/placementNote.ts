/** What laying a tile into a group means, from the facts of the view, for the box that would take the tile. */
import type { Group, Placement } from "../../../types/dot_tiles";

export interface PlacementNote {
  /** Box that takes the tile. */
  box: number;
  /** Points that the placement adds at once; 0 without any. */
  points: number;
  /** What happens to the doubling for one colour. Null if there is nothing to say. */
  doubling: "doubled" | "kept" | "lost" | null;
}

/** Return whether a group shows that its points can be doubled: only if it has begun. */
export function showsPossibleDoubling({ doubling, tiles }: Group): boolean {
  return doubling === "possible" && tiles.some((tile) => tile !== null);
}

export function placementNote(group: Group, placement: Placement): PlacementNote {
  const numbered = group.numbers.indexOf(Number(placement.tile[1]));
  return { box: numbered >= 0 ? numbered : group.tiles.indexOf(null), points: placement.points, doubling: doublingChange(group, placement) };
}

function doublingChange(group: Group, { points, doubling }: Placement): PlacementNote["doubling"] {
  if (points > 0 && doubling === "sure") return "doubled";
  if (!showsPossibleDoubling(group)) return null;
  return doubling === "none" ? "lost" : "kept";
}

/** Return the note in words, for screen readers: "Adds 16 points, doubled." */
export function placementNoteText({ points, doubling }: PlacementNote): string {
  const doublingText = { doubled: "doubled", kept: "can still be doubled", lost: "no longer doubled" };
  const parts = [points > 0 ? `adds ${points} points` : "", doubling ? doublingText[doubling] : ""].filter(Boolean).join(", ");
  return parts && `${parts.charAt(0).toUpperCase()}${parts.slice(1)}.`;
}
