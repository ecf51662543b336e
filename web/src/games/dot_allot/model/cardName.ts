/** What a card looks like, for screen readers and tooltips. Cards carry no numbers. */
import { countWithNoun } from "../../../lib/countWithNoun";
import { COLOUR_NAMES, listDots, type Grid } from "./cardGrid";

/** Largest number of dots for which a card is named by its dots ("1 red dot"), not by its colours; as in `view/card_words.py`. */
const MAX_SINGLE_DOTS = 3;

/** Return what a card looks like: "yellow and blue", "1 red dot", "empty". */
export function cardName(face: Grid): string {
  const dots = listDots(face);
  const dotCounts = Object.values(COLOUR_NAMES)
    .map((colour) => ({ colour, count: dots.filter((dot) => dot.colour === colour).length }))
    .filter(({ count }) => count > 0);
  if (!dots.length) return "empty";
  if (dots.length <= MAX_SINGLE_DOTS) return dotCounts.map(({ colour, count }) => countWithNoun(count, `${colour} dot`)).join(" and ");
  return dotCounts.toSorted((one, other) => other.count - one.count).map(({ colour }) => colour).join(" and ");
}
