/** Why a card cannot slide further: the sentence, and what on the table it is about. */
import type { View } from "../../../types/dot_allot";

/** What stops a card: the last card or the track, which it must overlap, or the opponent's rows. */
export type SlideBlocker = "card" | "track" | "rows";

export interface SlideStop {
  text: string;
  blocker: SlideBlocker;
}

/** Return what stops a card that would lie on `height` rows from `row` on. */
export function blockerOf({ cover_rows: [top, bottom], placements }: Pick<View, "cover_rows" | "placements">, row: number, height: number): SlideBlocker {
  if (row <= bottom && row + height - 1 >= top) return "rows";
  return placements.length ? "card" : "track";
}
