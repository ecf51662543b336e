/** Marks and texts of the sets that the server found in the own hand. */
import type { OwnSet } from "../../../types/dots_72";
import type { DeckCards } from "./cards";

export interface SetMark {
  /** Number of the set, from 1. */
  set: number;
  isComplete: boolean;
}

/** Return the mark of each place of the hand; null for a card in no set. Equal cards are marked from the left. */
export function setMarks(places: readonly (string | null)[], sets: readonly OwnSet[]): (SetMark | null)[] {
  const left = sets.map(({ cards }) => [...cards]);
  return places.map((code) => {
    const set = code === null ? -1 : left.findIndex((cards) => cards.includes(code));
    if (set < 0) return null;
    left[set]!.splice(left[set]!.indexOf(code!), 1);
    return { set: set + 1, isComplete: sets[set]!.missing === null };
  });
}

/** Return a set as a short text: "25 points", or the card that it needs. */
export function setText(set: OwnSet, deck: DeckCards): string {
  if (set.missing === null) return `complete, ${set.points} points`;
  const colourName = (letter: string) => deck.colours.find((one) => one.letter === letter)?.name ?? letter;
  const colours = [...new Set(set.needs.map(({ colour }) => colourName(colour)))];
  if (set.missing === "swatch") return `needs a ${alternatives(colours)} Swatch`;
  const pairs = set.needs.map(({ colour, number }) => (set.missing === "dots" ? `${number} ${colourName(colour)}` : `${colourName(colour)} ${number}`));
  return set.missing === "dots" ? `needs ${alternatives(pairs)} dots` : `needs a ${alternatives(pairs)}`;
}

/** Return alternatives as text: "red or blue", or for more than two "red or 2 other". */
function alternatives(names: readonly string[]): string {
  return names.length <= 2 ? names.join(" or ") : `${names[0]} or ${names.length - 1} other`;
}
