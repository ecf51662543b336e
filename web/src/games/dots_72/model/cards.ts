/** Cards by the server's codes: faces, names, action arguments and display order. */
export const COLOURS = ["red", "blue", "yellow", "green"] as const;
export type Colour = (typeof COLOURS)[number];
export type Kind = "swatch" | "number" | "dots";

const COLOUR_LETTERS = "rbyg";
const KIND_BY_WILD_CODE: Record<string, Kind> = { ws: "swatch", wn: "number", wd: "dots" };
const KIND_ORDER: Kind[] = ["swatch", "number", "dots"];

export interface CardFace {
  kind: Kind;
  isWild: boolean;
  colour: Colour | null;
  number: number | null;
  /** Number of dots per colour on a DOTS card. */
  dots: readonly number[];
}

/** Return the face of a code: `r` red Swatch, `r8` red 8, `d7` seventh DOTS card, `ws` `wn` `wd` Wilds. */
export function cardFace(code: string, dotsCards: readonly (readonly number[])[]): CardFace {
  const wild = KIND_BY_WILD_CODE[code];
  if (wild) return { kind: wild, isWild: true, colour: null, number: null, dots: [] };
  if (code[0] === "d") {
    return { kind: "dots", isWild: false, colour: null, number: null, dots: dotsCards[Number(code.slice(1)) - 1] ?? [] };
  }
  const colour = COLOURS[COLOUR_LETTERS.indexOf(code[0]!)] ?? null;
  const number = code.length > 1 ? Number(code.slice(1)) : null;
  return { kind: number === null ? "swatch" : "number", isWild: false, colour, number, dots: [] };
}

export function cardName(code: string, dotsCards: readonly (readonly number[])[]): string {
  const { kind, isWild, colour, number, dots } = cardFace(code, dotsCards);
  if (isWild) return { swatch: "Wild Swatch", number: "Wild Number", dots: "Wild DOTS card" }[kind];
  if (kind === "swatch") return `${colour} Swatch`;
  if (kind === "number") return `${colour} ${number}`;
  return `DOTS card, ${dots.flatMap((count, n) => (count ? [`${count} ${COLOURS[n]}`] : [])).join(", ")}`;
}

/** Return the number of a card in action arguments: its index among all codes. */
export function cardIndex(code: string): number {
  if (code in KIND_BY_WILD_CODE) return { ws: 4, wn: 21, wd: 42 }[code]!;
  if (code[0] === "d") return 21 + Number(code.slice(1));
  const colour = COLOUR_LETTERS.indexOf(code[0]!);
  return code.length === 1 ? colour : 5 + colour * 4 + Number(code.slice(1)) / 2 - 1;
}

export type SortOrder = "kind" | "colour";

/** Return the cards in display order. */
export function sortHand(codes: readonly string[], order: SortOrder, dotsCards: readonly (readonly number[])[]): string[] {
  const key = (code: string): number[] => {
    const face = cardFace(code, dotsCards);
    const kind = KIND_ORDER.indexOf(face.kind);
    const main = face.colour ?? COLOURS[face.dots.indexOf(Math.max(...face.dots))];
    const colour = main ? COLOURS.indexOf(main) : COLOURS.length;
    return order === "kind" ? [kind, colour, face.number ?? 0, cardIndex(code)] : [colour, kind, face.number ?? 0, cardIndex(code)];
  };
  return [...codes].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    const n = left.findIndex((value, k) => value !== right[k]);
    return n < 0 ? 0 : left[n]! - right[n]!;
  });
}

/**
 * Return the hand with every card in its previous place. A new seventh card goes to the last place. When six are left,
 * the card in the last place moves into the gap.
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
