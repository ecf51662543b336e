/** Marks and texts of the sets that the server found in the own hand. */
import type { NeededPair, OwnSet, WinningCards } from "../../../types/dots_72";
import type { DeckCards } from "./cards";

const NUMBERS_PER_COLOUR = 4;
const KIND_NAMES: Record<string, string> = { swatch: "Swatch", number: "Number", dots: "DOTS card" };

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

/** Return a set as a short text: its points, or the cards that complete it. */
export function setText(set: OwnSet, winningCards: readonly WinningCards[], deck: DeckCards): string {
  if (set.missing === null) return `complete, ${set.points} points`;
  return `needs ${joinWithOr(winningCards.length ? winningCards.flatMap((one) => winningText(one, deck)) : neededCards(set.missing, set.needs, deck))}`;
}

/** Return the cards of a kind that win, first those that do not double the points. */
function winningText({ kind, needs, doubled }: WinningCards, deck: DeckCards): string[] {
  const isDoubled = (pair: NeededPair) => doubled.some(({ colour, number }) => colour === pair.colour && number === pair.number);
  return [...neededCards(kind, needs.filter((pair) => !isDoubled(pair)), deck), ...neededCards(kind, doubled, deck).map((text) => `${text} (× 2)`)];
}

/** Return cards of a kind in words, grouped by colour: "yellow 2 or 4", "8 blue dots", "red Swatch". */
function neededCards(kind: string, needs: readonly NeededPair[], deck: DeckCards): string[] {
  const textsByColour = deck.colours.flatMap(({ letter, name }) => {
    const neededNumbers = needs.filter(({ colour }) => colour === letter).map(({ number }) => number);
    if (neededNumbers.length === 0) return [];
    if (kind === "swatch") return [name];
    const numbersText = joinWithOr(neededNumbers.sort().map(String));
    return [kind === "dots" ? `${numbersText} ${name} dots` : `${name} ${neededNumbers.length === NUMBERS_PER_COLOUR ? "Number" : numbersText}`];
  });
  const isAnyColour = textsByColour.length > 1 && textsByColour.length === deck.colours.length && (kind === "swatch" || needs.length > textsByColour.length * 2);
  if (isAnyColour) return [`any ${KIND_NAMES[kind]}`];
  return kind === "swatch" && textsByColour.length ? [`${joinWithOr(textsByColour)} Swatch`] : textsByColour;
}

function joinWithOr(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}`;
}
