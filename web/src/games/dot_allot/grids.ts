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

/** Dots of a grid with their place. */
export function dotsOf(grid: Grid): { x: number; y: number; colour: string }[] {
  return grid.flatMap((row, y) => [...row].flatMap((cell, x) => (cell in COLOURS ? [{ x, y, colour: COLOURS[cell]! }] : [])));
}
