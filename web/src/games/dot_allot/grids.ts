/** Turning and mirroring printed cards, to draw them. Cells are letters: b, r, y, and a point where there is no dot. */
export type Grid = readonly string[];

export const HIGHEST = 6;
/** Names of the letters, as the server writes colours. */
export const COLOURS: Record<string, string> = { b: "blue", r: "red", y: "yellow" };

export function mirrored(grid: Grid): string[] {
  return grid.map((row) => [...row].reverse().join(""));
}

export function turnedRight(grid: Grid): string[] {
  return Array.from({ length: grid[0]?.length ?? 0 }, (_, x) =>
    grid.map((row) => row[x]!).reverse().join(""),
  );
}

/** A card as it is laid: first its face, then so many quarter turns to the right. */
export function laid(face: Grid, isReverse: boolean, quarters: number): string[] {
  let grid: string[] = isReverse ? mirrored(face) : [...face];
  for (let n = 0; n < quarters; n++) grid = turnedRight(grid);
  return grid;
}

/** How the dots of a colour are drawn around a point, as a path: blue ones are squares, the others round. */
const SHAPES: Record<string, (x: number, y: number) => string> = {
  blue: (x, y) => `M${x - 0.16} ${y - 0.31}h.32a.15.15 0 0 1 .15.15v.32a.15.15 0 0 1-.15.15h-.32a.15.15 0 0 1-.15-.15v-.32a.15.15 0 0 1 .15-.15z`,
  red: (x, y) => disc(x, y, 0.35),
  yellow: (x, y) => disc(x, y, 0.28),
};

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** All dots of a colour as one path, the grid's corner being at (x, y). */
export function pathOf(grid: Grid, wanted: string, x: number, y: number): string {
  return dotsOf(grid).map((dot) => (dot.colour === wanted ? SHAPES[wanted]!(x + dot.x + 0.5, y + dot.y + 0.5) : "")).join("");
}

/** Dots of a grid with their place. */
export function dotsOf(grid: Grid): { x: number; y: number; colour: string }[] {
  return grid.flatMap((row, y) => [...row].flatMap((cell, x) => (cell in COLOURS ? [{ x, y, colour: COLOURS[cell]! }] : [])));
}
