/** Rotation, mirroring and drawing of card grids. A cell is a letter (b, r, y), or a point where there is no dot. */

/** The rows of a card, each a text of cells. */
export type Grid = readonly string[];

/** Largest row offset of a card above or below the first row. Actions store the offset plus this value. */
export const MAX_ROW_OFFSET = 6;
/** Names of the colours by their letter in card grids. */
export const COLOUR_NAMES: Record<string, string> = { b: "blue", r: "red", y: "yellow" };

export function mirrorGrid(grid: Grid): string[] {
  return grid.map((row) => [...row].reverse().join(""));
}

export function rotateRight(grid: Grid): string[] {
  return Array.from({ length: grid[0]?.length ?? 0 }, (_, x) =>
    grid.map((row) => row[x]!).reverse().join(""),
  );
}

/** Return a card mirrored if `isReverse`, then rotated clockwise by quarter turns. */
export function orientCard(face: Grid, isReverse: boolean, quarters: number): string[] {
  let grid: string[] = isReverse ? mirrorGrid(face) : [...face];
  for (let n = 0; n < quarters; n++) grid = rotateRight(grid);
  return grid;
}

/** SVG path of one dot per colour, around a point. Lengths are in cells. */
const DOT_PATHS: Record<string, (x: number, y: number) => string> = {
  blue: (x, y) => `M${x - 0.16} ${y - 0.31}h.32a.15.15 0 0 1 .15.15v.32a.15.15 0 0 1-.15.15h-.32a.15.15 0 0 1-.15-.15v-.32a.15.15 0 0 1 .15-.15z`,
  red: (x, y) => circlePath(x, y, 0.35),
  yellow: (x, y) => circlePath(x, y, 0.28),
};

function circlePath(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** Return all dots of a colour as one SVG path. (x, y) is the corner of the grid. */
export function dotPath(grid: Grid, wanted: string, x: number, y: number): string {
  return listDots(grid).map((dot) => (dot.colour === wanted ? DOT_PATHS[wanted]!(x + dot.x + 0.5, y + dot.y + 0.5) : "")).join("");
}

/** Return the dots of a grid with position and colour. */
export function listDots(grid: Grid): { x: number; y: number; colour: string }[] {
  return grid.flatMap((row, y) => [...row].flatMap((cell, x) => (cell in COLOUR_NAMES ? [{ x, y, colour: COLOUR_NAMES[cell]! }] : [])));
}
