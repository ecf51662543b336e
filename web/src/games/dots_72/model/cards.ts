/** Cards by the server's codes: faces, names, action arguments and display order. */
import type { DeckColour } from "../../../types/dots_72";

export type Kind = "swatch" | "number" | "dots";

/** The part of a view that describes the deck: its colours and its DOTS cards. */
export interface DeckCards {
  readonly colours: readonly DeckColour[];
  /** Number of dots on each DOTS card, for each of `colours`. */
  readonly dots_cards: readonly (readonly number[])[];
}

/** The colours of the house deck, for examples. */
export const HOUSE_COLOURS: readonly DeckColour[] = [
  { letter: "r", name: "red", paint: "#c8243a" },
  { letter: "b", name: "blue", paint: "#1f5fa9" },
  { letter: "y", name: "yellow", paint: "#d99a00" },
  { letter: "g", name: "green", paint: "#1f854b" },
];

/** Letters of the eight places for colours, in the order of the server's faces. */
const COLOUR_LETTERS = "rbygopck";
const KIND_BY_WILD_CODE: Record<string, Kind> = { ws: "swatch", wn: "number", wd: "dots" };
const KIND_ORDER: Kind[] = ["swatch", "number", "dots"];
const WILD_SWATCH_INDEX = COLOUR_LETTERS.length;
const WILD_NUMBER_INDEX = WILD_SWATCH_INDEX + 1 + 4 * COLOUR_LETTERS.length;
const WILD_DOTS_INDEX = WILD_NUMBER_INDEX + 21;
const FACE_COUNT = WILD_DOTS_INDEX + 1;

export interface CardFace {
  kind: Kind;
  isWild: boolean;
  colour: DeckColour | null;
  number: number | null;
  /** Colours on the card with the number of their dots; for a Wild all colours. */
  dots: readonly { colour: DeckColour; count: number }[];
}

/** Return the face of a code: `r` red Swatch, `r8` red 8, `d7` seventh DOTS card, `ws` `wn` `wd` Wilds. */
export function cardFace(code: string, deck: DeckCards): CardFace {
  const wild = KIND_BY_WILD_CODE[code];
  if (wild) return { kind: wild, isWild: true, colour: null, number: null, dots: deck.colours.map((colour) => ({ colour, count: 1 })) };
  if (code[0] === "d") {
    const dotCounts = deck.dots_cards[Number(code.slice(1)) - 1] ?? [];
    const dots = dotCounts.flatMap((count, n) => (count ? [{ colour: deck.colours[n]!, count }] : []));
    return { kind: "dots", isWild: false, colour: null, number: null, dots };
  }
  const cardColour = deck.colours.find(({ letter }) => letter === code[0]) ?? null;
  const printedNumber = code.length > 1 ? Number(code.slice(1)) : null;
  return { kind: printedNumber === null ? "swatch" : "number", isWild: false, colour: cardColour, number: printedNumber, dots: [] };
}

export function cardName(code: string, deck: DeckCards): string {
  const { kind, isWild, colour, number, dots } = cardFace(code, deck);
  if (isWild) return { swatch: "Wild Swatch", number: "Wild Number", dots: "Wild DOTS card" }[kind];
  if (kind === "swatch") return `${colour?.name} Swatch`;
  if (kind === "number") return `${colour?.name} ${number}`;
  return `DOTS card, ${dots.map(({ colour: one, count }) => `${count} ${one.name}`).join(", ")}`;
}

/** Return the number of a card in action arguments: its index among all codes. */
export function cardIndex(code: string): number {
  if (code in KIND_BY_WILD_CODE) return { ws: WILD_SWATCH_INDEX, wn: WILD_NUMBER_INDEX, wd: WILD_DOTS_INDEX }[code]!;
  if (code[0] === "d") return WILD_NUMBER_INDEX + Number(code.slice(1));
  const colourIndex = COLOUR_LETTERS.indexOf(code[0]!);
  return code.length === 1 ? colourIndex : WILD_SWATCH_INDEX + 1 + colourIndex * 4 + Number(code.slice(1)) / 2 - 1;
}

/** Return the codes of a hand's cards by place: the first set, the second set, then the others by colour and kind. */
export function sortHand(codes: readonly string[], sets: readonly { cards: readonly string[] }[], deck: DeckCards): string[] {
  const left = [...codes].sort((a, b) => sortKey(a, deck) - sortKey(b, deck));
  const rows = sets.map(({ cards }) => cards.flatMap((code) => (left.includes(code) ? left.splice(left.indexOf(code), 1) : [])));
  return [...rows.flatMap((row) => [...row, ...left.splice(0, 3 - row.length)]), ...left];
}

/** Return a number by which cards are ordered: by colour, then by kind and number. */
function sortKey(code: string, deck: DeckCards): number {
  const { isWild, colour, kind, dots } = cardFace(code, deck);
  const most = Math.max(...dots.map(({ count }) => count));
  const main = isWild ? undefined : (colour ?? dots.find(({ count }) => count === most)?.colour);
  const colourRank = main ? COLOUR_LETTERS.indexOf(main.letter) : COLOUR_LETTERS.length;
  return (colourRank * KIND_ORDER.length + KIND_ORDER.indexOf(kind)) * FACE_COUNT + cardIndex(code);
}

/**
 * Return the hand with every card in its previous place. A new seventh card goes to the last place, other new cards go to
 * empty places. When six are left, the card in the last place moves into the gap.
 */
export function keepHandPositions(places: readonly (string | null)[], hand: readonly string[]): (string | null)[] {
  const last = places.length - 1;
  const left = [...hand];
  const kept = places.map((code) => {
    const n = code === null ? -1 : left.indexOf(code);
    if (n >= 0) left.splice(n, 1);
    return n >= 0 ? code : null;
  });
  if (left.length === 1 && hand.length === places.length && kept[last] === null) kept[last] = left.pop()!;
  for (const code of left) kept[kept.indexOf(null)] = code;
  const gap = kept.indexOf(null);
  if (hand.length === last && gap < last) {
    kept[gap] = kept[last]!;
    kept[last] = null;
  }
  return kept;
}

/**
 * Return for each place whether all players know its card. Of equal cards as many are marked as are known: those that
 * were marked before, then the newest.
 */
export function publiclyKnownPlaces(places: readonly (string | null)[], hand: readonly { code: string; shown: boolean }[], before: { places: readonly (string | null)[]; known: readonly boolean[] }): boolean[] {
  const knownByPlace = places.map(() => false);
  for (const code of new Set(places)) {
    const equalPlaces = places.flatMap((one, n) => (one === code ? [n] : []));
    const wasKnownAt = (n: number) => Number(before.places[n] === code && before.known[n]);
    equalPlaces.sort((a, b) => wasKnownAt(b) - wasKnownAt(a) || b - a);
    for (const n of equalPlaces.slice(0, hand.filter((card) => card.shown && card.code === code).length)) knownByPlace[n] = true;
  }
  return knownByPlace;
}
