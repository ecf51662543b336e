/** Marks on a card as SVG paths. Every place of a colour has its own shape: red is a disc, blue a square, and so on. */
import type { DeckColour } from "../../../types/dots_72";
import type { CardFace } from "./cards";

export const CARD_FACE_COLOUR = "#fffdf8";
/** Colour of the outline around marks that are pale. */
export const OUTLINE_COLOUR = "#4a3500";
/** Brightness from 0 to 255 above which a paint needs an outline. */
const PALE_BRIGHTNESS = 190;

export interface PaintLayer {
  paint: string;
  path: string;
}

interface MarkPosition {
  x: number;
  y: number;
  r: number;
}

interface Mark extends MarkPosition {
  colour: DeckColour;
}

type MarkShape = (place: MarkPosition) => string;

/** Horizontal centre of a card in its 63 x 88 view box. */
const CARD_CENTRE_X = 31.5;
/** Possible maximum numbers of dots in a row of a DOTS card. The first number with which the dots fit into MAX_ROWS rows is used. */
const ROW_LENGTHS = [4, 6, 8, 11];
const MAX_ROWS = 9;

const DISC_SHAPE: MarkShape = ({ x, y, r }) => circlePath(x, y, r);
const CROSS_SHAPE = [[-1, -3], [1, -3], [1, -1], [3, -1], [3, 1], [1, 1], [1, 3], [-1, 3], [-1, 1], [-3, 1], [-3, -1], [-1, -1]].map(([x, y]) => [x! * 0.32, y! * 0.32]);

/** Shape of the marks of a colour, by the colour's letter. */
const MARK_SHAPES: Record<string, MarkShape> = {
  r: DISC_SHAPE,
  b: ({ x, y, r }) => roundedSquarePath(x, y, r * 0.9, r * 0.4),
  y: DISC_SHAPE,
  g: DISC_SHAPE,
  o: polygonShape([[0, -1], [0.95, 0.75], [-0.95, 0.75]]),
  p: polygonShape([[0, -1], [0.85, 0], [0, 1], [-0.85, 0]]),
  c: polygonShape(CROSS_SHAPE),
  k: DISC_SHAPE,
};
/** Holes in the shapes of some colours, by the colour's letter. */
const MARK_CUT_OUTS: Record<string, MarkShape> = {
  g: ({ x, y, r }) => [-0.5, 0, 0.5].map((k) => `M${x - r} ${y + r * (k - 0.09)}h${r * 2}v${r * 0.18}h${-r * 2}z`).join(""),
  k: ({ x, y, r }) => circlePath(x, y, r * 0.45),
};

export function isPale(paint: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(paint.slice(at, at + 2), 16));
  return 0.299 * red! + 0.587 * green! + 0.114 * blue! > PALE_BRIGHTNESS;
}

/** Return whether marks and numbers of a colour have an outline. */
export const hasOutline = ({ letter, paint }: DeckColour) => letter === "y" || isPale(paint);

/** Return the layers of the marks of one colour, from bottom to top. */
function layersOfColour(colour: DeckColour, marks: readonly Mark[]): PaintLayer[] {
  const { letter, paint } = colour;
  const innerScale = letter === "y" ? 0.66 : hasOutline(colour) ? 0.86 : 1;
  const draw = (shape: MarkShape, scale: number) => marks.map(({ x, y, r }) => shape({ x, y, r: r * scale })).join("");
  const markShape = MARK_SHAPES[letter] ?? DISC_SHAPE;
  const cutOutShape = MARK_CUT_OUTS[letter];
  return [
    ...(hasOutline(colour) ? [{ paint: OUTLINE_COLOUR, path: draw(markShape, 1) }] : []),
    { paint, path: draw(markShape, innerScale) },
    ...(cutOutShape ? [{ paint: CARD_FACE_COLOUR, path: draw(cutOutShape, innerScale) }] : []),
  ];
}

export function paintLayers(face: CardFace): PaintLayer[] {
  const faceMarks = marksOnFace(face);
  const markColours = [...new Set(faceMarks.map(({ colour }) => colour))];
  return markColours.flatMap((colour) => layersOfColour(colour, faceMarks.filter((mark) => mark.colour === colour)));
}

/** The count of one colour at the foot of a DOTS card: the mark of the colour and a number to its right. */
export interface CountMark {
  /** Left end of the number. */
  x: number;
  text: string;
  layers: PaintLayer[];
}

/** Return the counts at the foot of a DOTS card, one per colour; an empty list for other cards. */
export function countMarks({ kind, isWild, dots }: CardFace): CountMark[] {
  if (kind !== "dots" || isWild) return [];
  const widthPerCount = 58 / dots.length;
  return dots.map(({ colour, count }, n) => {
    const text = String(count);
    const x = 2.5 + widthPerCount * (n + 0.5) - (text.length - 1) * 2.6;
    return { x: x + 0.2, text, layers: layersOfColour(colour, [{ colour, x: x - 3.2, y: 80, r: 2.7 }]) };
  });
}

function marksOnFace({ kind, isWild, colour, dots }: CardFace): Mark[] {
  if (isWild) return wildMarks(dots.map((one) => one.colour));
  if (kind === "swatch") return colour ? [{ colour, x: CARD_CENTRE_X, y: 42, r: 20 }] : [];
  if (kind === "number") return colour ? [{ colour, x: CARD_CENTRE_X, y: 71, r: 7.5 }] : [];
  const dotsPerRow = ROW_LENGTHS.find((length) => dotRows(dots, length).length <= MAX_ROWS) ?? ROW_LENGTHS.at(-1)!;
  const rows = dotRows(dots, dotsPerRow);
  const [across, down] = [Math.min(14, 57 / dotsPerRow), Math.min(15, 76 / Math.max(1, rows.length))];
  return rows.flatMap(({ colour: one, count }, row) =>
    Array.from({ length: count }, (_, k) => ({
      colour: one,
      x: CARD_CENTRE_X + (k - (count - 1) / 2) * across,
      y: 44 + (row - (rows.length - 1) / 2) * down,
      r: Math.min(6, across * 0.43, down * 0.43),
    })),
  );
}

/** Return one mark per colour, in rows inside the circle of a Wild. */
function wildMarks(colours: readonly DeckColour[]): Mark[] {
  const [columns, across, down, r] = colours.length <= 4 ? [2, 17, 16, 6] : [3, 12, 12, 5];
  const rows = Math.ceil(colours.length / columns);
  return colours.map((colour, n) => {
    const row = Math.floor(n / columns);
    const marksInRow = Math.min(columns, colours.length - row * columns);
    return { colour, x: CARD_CENTRE_X + ((n % columns) - (marksInRow - 1) / 2) * across, y: 40 + (row - (rows - 1) / 2) * down, r };
  });
}

/** Return rows of dots, grouped by colour, which are easy to count. */
function dotRows(dots: CardFace["dots"], longest: number): { colour: DeckColour; count: number }[] {
  return dots.flatMap(({ colour, count }) =>
    Array.from({ length: Math.ceil(count / longest) }, (_, row) => ({ colour, count: Math.min(longest, count - longest * row) })),
  );
}

/** Return a shape from its corners for a radius of 1. */
function polygonShape(corners: readonly (readonly number[])[]): MarkShape {
  return ({ x, y, r }) => `M${corners.map(([a, b]) => `${x + a! * r} ${y + b! * r}`).join("L")}z`;
}

function circlePath(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** Return the path of a square with round corners. `half` is half its side. */
function roundedSquarePath(x: number, y: number, half: number, round: number): string {
  const side = 2 * (half - round);
  const cornerArc = (dx: number, dy: number) => `a${round} ${round} 0 0 1 ${dx * round} ${dy * round}`;
  return `M${x - half + round} ${y - half}h${side}${cornerArc(1, 1)}v${side}${cornerArc(-1, 1)}h${-side}${cornerArc(-1, -1)}v${-side}${cornerArc(1, -1)}z`;
}
