/** Row, first column and column span of each group in the grid of seven columns, which every drawing of a sheet uses. */
export const GROUP_GRID_CELLS: readonly (readonly [row: number, column: number, span: number])[] = [
  [1, 1, 2],
  [1, 3, 2],
  [1, 5, 3],
  [2, 1, 4],
  [2, 5, 3],
  [3, 5, 3],
  [4, 1, 5],
  [5, 1, 5],
  [3, 1, 4],
];
