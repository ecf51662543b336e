/** Why a card cannot slide further: the sentence, and what on the table it is about. */
import type { View } from "../../../types/dot_allot";

/** What to highlight after a refused slide: the last card or the track, which the card must overlap, or the opponent's rows. */
export type SlideStopHighlight = "card" | "track" | "rows";

export interface SlideStop {
  text: string;
  blocker: SlideStopHighlight;
}

/**
 * Return what to highlight after a refused slide. These are the opponent's rows if the card would still overlap the column
 * that it must cover, else the last card or the track. `row` is the card's first row, `height` its number of rows.
 */
export function slideStopHighlight({ cover_rows: [top, bottom], placements }: Pick<View, "cover_rows" | "placements">, row: number, height: number): SlideStopHighlight {
  if (row <= bottom && row + height - 1 >= top) return "rows";
  return placements.length ? "card" : "track";
}
