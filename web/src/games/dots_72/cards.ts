/** Codes and numbers of cards as the server writes them. What goes together is not known here. */
export const COLOURS = ["red", "blue", "yellow", "green"] as const;
export type Colour = (typeof COLOURS)[number];
export type Kind = "swatch" | "number" | "dots";

const LETTERS = "rbyg";
const WILDS: Record<string, Kind> = { ws: "swatch", wn: "number", wd: "dots" };
const KIND_ORDER: Kind[] = ["swatch", "number", "dots"];

export interface Face {
  kind: Kind;
  isWild: boolean;
  colour: Colour | null;
  number: number | null;
  /** The dots of each colour on a DOTS card. */
  dots: readonly number[];
}

/** What is on a card: `r` a red swatch, `r8` a red 8, `d7` the seventh DOTS card, `ws` `wn` `wd` the wilds. */
export function faceOf(code: string, dotsCards: readonly (readonly number[])[]): Face {
  const wild = WILDS[code];
  if (wild) return { kind: wild, isWild: true, colour: null, number: null, dots: [] };
  if (code[0] === "d") {
    return { kind: "dots", isWild: false, colour: null, number: null, dots: dotsCards[Number(code.slice(1)) - 1] ?? [] };
  }
  const colour = COLOURS[LETTERS.indexOf(code[0]!)] ?? null;
  const number = code.length > 1 ? Number(code.slice(1)) : null;
  return { kind: number === null ? "swatch" : "number", isWild: false, colour, number, dots: [] };
}

export function cardName(code: string, dotsCards: readonly (readonly number[])[]): string {
  const { kind, isWild, colour, number, dots } = faceOf(code, dotsCards);
  if (isWild) return { swatch: "Wild Swatch", number: "Wild Number", dots: "Wild DOTS card" }[kind];
  if (kind === "swatch") return `${colour} Swatch`;
  if (kind === "number") return `${colour} ${number}`;
  return `DOTS card, ${dots.flatMap((count, n) => (count ? [`${count} ${COLOURS[n]}`] : [])).join(", ")}`;
}

/** The number by which actions name a card, from its place among all codes. */
export function indexOf(code: string): number {
  if (code in WILDS) return { ws: 4, wn: 21, wd: 42 }[code]!;
  if (code[0] === "d") return 21 + Number(code.slice(1));
  const colour = LETTERS.indexOf(code[0]!);
  return code.length === 1 ? colour : 5 + colour * 4 + Number(code.slice(1)) / 2 - 1;
}

export type Order = "kind" | "colour";

/** For people who like their hand sorted; a display order, nothing more. */
export function sorted(codes: readonly string[], order: Order, dotsCards: readonly (readonly number[])[]): string[] {
  const key = (code: string): number[] => {
    const face = faceOf(code, dotsCards);
    const kind = KIND_ORDER.indexOf(face.kind);
    const main = face.colour ?? COLOURS[face.dots.indexOf(Math.max(...face.dots))];
    const colour = main ? COLOURS.indexOf(main) : COLOURS.length;
    return order === "kind" ? [kind, colour, face.number ?? 0, indexOf(code)] : [colour, kind, face.number ?? 0, indexOf(code)];
  };
  return [...codes].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    const n = left.findIndex((value, k) => value !== right[k]);
    return n < 0 ? 0 : left[n]! - right[n]!;
  });
}

/**
 * Keeps every card where it lies. A new seventh card comes to the last place; when six are left, it moves into the gap.
 */
export function arranged(places: readonly (string | null)[], hand: readonly string[]): (string | null)[] {
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
