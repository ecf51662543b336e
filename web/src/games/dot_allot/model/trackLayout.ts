/** Size of the drawn track, and the place of the button that shows the newest card again. */
import type { View } from "../../../types/dot_allot";

/** Lengths in cells: margin above and below, fading right end, column of names, and margin at the sides. */
export const VERTICAL_MARGIN = 0.9;
export const FADE_WIDTH = 0.75;
export const NAME_COLUMN_WIDTH = 1.5;
export const SIDE_MARGIN = 0.15;
/** Width and height in pixels that the button needs beside or below the track, with its distance to the track. */
export const BUTTON_WIDTH_PX = 92;
export const BUTTON_HEIGHT_PX = 36;

export interface Size {
  width: number;
  height: number;
}

/** Return the number of columns that count: those of the track up to the starting column, and one for each of the eight cards. */
export const countedColumnCount = (view: Pick<View, "start_column">) => view.start_column + 8;

/** Return the size of the drawing in cells. */
export function drawingSizeInCells(view: Pick<View, "start_column" | "track">): Size {
  return { width: countedColumnCount(view) + NAME_COLUMN_WIDTH + SIDE_MARGIN, height: view.track.length + 2 * VERTICAL_MARGIN };
}

/** Return the size in pixels of the largest drawing in an area, and whether the button is beside it. Without a button the drawing fills the area. */
export function fitDrawing(area: Size, cells: Size, hasButton: boolean): Size & { isBeside: boolean } {
  const cellPx = (width: number, height: number) => Math.max(0, Math.min(width / cells.width, height / cells.height));
  const cellPxWithButtonBeside = hasButton ? cellPx(area.width - BUTTON_WIDTH_PX, area.height) : 0;
  const cellPxWithButtonBelow = cellPx(area.width, area.height - (hasButton ? BUTTON_HEIGHT_PX : 0));
  const isBeside = cellPxWithButtonBeside > cellPxWithButtonBelow;
  const cell = isBeside ? cellPxWithButtonBeside : cellPxWithButtonBelow;
  return { width: Math.floor(cell * cells.width), height: Math.floor(cell * cells.height), isBeside };
}
