/** Marks on a card as one SVG path per paint. Red is a disc, blue a square, yellow a ring, green stripes. */
import { COLOURS, type Colour, type CardFace } from "./cards";

export const PAINT_COLOURS: Record<Colour, string> = { red: "#c8243a", blue: "#1f5fa9", yellow: "#d99a00", green: "#1f854b" };
export const CARD_FACE_COLOUR = "#fffdf8";
/** Outline of yellow marks, which are pale. */
export const YELLOW_OUTLINE_COLOUR = "#4a3500";

export interface PaintLayer {
  paint: string;
  path: string;
}

interface Mark {
  colour: Colour;
  x: number;
  y: number;
  r: number;
}

/** Horizontal centre of a card in its 63 x 88 view box. */
const CARD_CENTRE_X = 31.5;

/** Layers of a mark per colour, from bottom to top. */
const MARK_LAYERS: Record<Colour, { paint: string; shape: (mark: Mark) => string }[]> = {
  red: [{ paint: PAINT_COLOURS.red, shape: ({ x, y, r }) => circlePath(x, y, r) }],
  blue: [{ paint: PAINT_COLOURS.blue, shape: ({ x, y, r }) => roundedSquarePath(x, y, r * 0.9, r * 0.4) }],
  yellow: [
    { paint: YELLOW_OUTLINE_COLOUR, shape: ({ x, y, r }) => circlePath(x, y, r) },
    { paint: PAINT_COLOURS.yellow, shape: ({ x, y, r }) => circlePath(x, y, r * 0.66) },
  ],
  green: [
    { paint: PAINT_COLOURS.green, shape: ({ x, y, r }) => circlePath(x, y, r) },
    { paint: CARD_FACE_COLOUR, shape: ({ x, y, r }) => [-0.5, 0, 0.5].map((k) => `M${x - r} ${y + r * (k - 0.09)}h${r * 2}v${r * 0.18}h${-r * 2}z`).join("") },
  ],
};

export function paintLayers(face: CardFace): PaintLayer[] {
  const marks = marksOnFace(face);
  return COLOURS.flatMap((colour) => {
    const sameColour = marks.filter((mark) => mark.colour === colour);
    return sameColour.length ? MARK_LAYERS[colour].map(({ paint, shape }) => ({ paint, path: sameColour.map(shape).join("") })) : [];
  });
}

function marksOnFace({ kind, isWild, colour, dots }: CardFace): Mark[] {
  if (isWild) return COLOURS.map((one, n) => ({ colour: one, x: n % 2 ? 40 : 23, y: n < 2 ? 32 : 48, r: 6 }));
  if (kind === "swatch") return [{ colour: colour!, x: CARD_CENTRE_X, y: 42, r: 20 }];
  if (kind === "number") return [{ colour: colour!, x: CARD_CENTRE_X, y: 71, r: 7.5 }];
  const rows = dotRows(dots);
  const step = Math.min(15, 76 / Math.max(1, rows.length));
  return rows.flatMap(({ colour: one, count }, row) =>
    Array.from({ length: count }, (_, k) => ({
      colour: COLOURS[one]!,
      x: CARD_CENTRE_X + (k - (count - 1) / 2) * 14,
      y: 44 + (row - (rows.length - 1) / 2) * step,
      r: Math.min(6, step * 0.43),
    })),
  );
}

/** Return rows of at most four dots, grouped by colour, which are easy to count. */
function dotRows(dots: readonly number[]): { colour: number; count: number }[] {
  return dots.flatMap((count, colour) =>
    Array.from({ length: Math.ceil(count / 4) }, (_, row) => ({ colour, count: Math.min(4, count - 4 * row) })),
  );
}

function circlePath(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** Return the path of a square with round corners. `half` is half its side. */
function roundedSquarePath(x: number, y: number, half: number, round: number): string {
  const side = 2 * (half - round);
  const corner = (dx: number, dy: number) => `a${round} ${round} 0 0 1 ${dx * round} ${dy * round}`;
  return `M${x - half + round} ${y - half}h${side}${corner(1, 1)}v${side}${corner(-1, 1)}h${-side}${corner(-1, -1)}v${-side}${corner(1, -1)}z`;
}
