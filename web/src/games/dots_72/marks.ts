/** The marks on a card, as few paths as there are paints. Red is a disc, blue a square, yellow a ring, green stripes. */
import { COLOURS, type Colour, type Face } from "./cards";

export const PAINT: Record<Colour, string> = { red: "#c8243a", blue: "#1f5fa9", yellow: "#d99a00", green: "#1f854b" };
export const PAPER = "#fffdf8";
/** Around yellow, which is pale. */
export const DARK_YELLOW = "#4a3500";

export interface Layer {
  paint: string;
  path: string;
}

interface Mark {
  colour: Colour;
  x: number;
  y: number;
  r: number;
}

const MIDDLE = 31.5;

/** What is drawn over one another for a mark of each colour. */
const SHAPES: Record<Colour, { paint: string; shape: (mark: Mark) => string }[]> = {
  red: [{ paint: PAINT.red, shape: ({ x, y, r }) => disc(x, y, r) }],
  blue: [{ paint: PAINT.blue, shape: ({ x, y, r }) => square(x, y, r * 0.9, r * 0.4) }],
  yellow: [
    { paint: DARK_YELLOW, shape: ({ x, y, r }) => disc(x, y, r) },
    { paint: PAINT.yellow, shape: ({ x, y, r }) => disc(x, y, r * 0.66) },
  ],
  green: [
    { paint: PAINT.green, shape: ({ x, y, r }) => disc(x, y, r) },
    { paint: PAPER, shape: ({ x, y, r }) => [-0.5, 0, 0.5].map((k) => `M${x - r} ${y + r * (k - 0.09)}h${r * 2}v${r * 0.18}h${-r * 2}z`).join("") },
  ],
};

export function layersOf(face: Face): Layer[] {
  const marks = marksOf(face);
  return COLOURS.flatMap((colour) => {
    const alike = marks.filter((mark) => mark.colour === colour);
    return alike.length ? SHAPES[colour].map(({ paint, shape }) => ({ paint, path: alike.map(shape).join("") })) : [];
  });
}

function marksOf({ kind, isWild, colour, dots }: Face): Mark[] {
  if (isWild) return COLOURS.map((one, n) => ({ colour: one, x: n % 2 ? 40 : 23, y: n < 2 ? 32 : 48, r: 6 }));
  if (kind === "swatch") return [{ colour: colour!, x: MIDDLE, y: 42, r: 20 }];
  if (kind === "number") return [{ colour: colour!, x: MIDDLE, y: 71, r: 7.5 }];
  const lines = rows(dots);
  const step = Math.min(15, 76 / Math.max(1, lines.length));
  return lines.flatMap(({ colour: one, count }, row) =>
    Array.from({ length: count }, (_, k) => ({
      colour: COLOURS[one]!,
      x: MIDDLE + (k - (count - 1) / 2) * 14,
      y: 44 + (row - (lines.length - 1) / 2) * step,
      r: Math.min(6, step * 0.43),
    })),
  );
}

/** Rows of dots, colour by colour, so that they can be counted at a glance. */
function rows(dots: readonly number[]): { colour: number; count: number }[] {
  return dots.flatMap((count, colour) =>
    Array.from({ length: Math.ceil(count / 4) }, (_, row) => ({ colour, count: Math.min(4, count - 4 * row) })),
  );
}

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** A square with round corners, by half its side. */
function square(x: number, y: number, half: number, round: number): string {
  const side = 2 * (half - round);
  const corner = (dx: number, dy: number) => `a${round} ${round} 0 0 1 ${dx * round} ${dy * round}`;
  return `M${x - half + round} ${y - half}h${side}${corner(1, 1)}v${side}${corner(-1, 1)}h${-side}${corner(-1, -1)}v${-side}${corner(1, -1)}z`;
}
