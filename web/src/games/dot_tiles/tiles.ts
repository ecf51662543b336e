/** How tiles are named and numbered on the wire: `r4` is a red 4. Nothing here knows where a tile may go. */
import type { Group } from "../../types/dot_tiles";

/** The second argument of the one verb: a group by its place on the sheet, or this. */
export const BURN = 9;

export function faceOf(tile: string): number {
  return (Number(tile[1]) - 1) * 2 + (tile[0] === "b" ? 1 : 0);
}

export function tileOf(face: number): string {
  return `${face % 2 ? "b" : "r"}${Math.floor(face / 2) + 1}`;
}

export function tileName(tile: string): string {
  return `${tile[0] === "b" ? "black" : "red"} ${tile[1]}`;
}

/** The faces that the server says a group still takes, in few words: "4", "2 or 6", "red"; empty if anything fits. */
export function takesInWords({ takes, full }: Group): string {
  if (full || takes.length === 12) return "";
  if (takes.length === 0) return "nothing";
  const numbers = [...new Set(takes.map((tile) => tile[1]!))];
  const colours = [...new Set(takes.map((tile) => tile[0]!))];
  const colour = colours.length === 1 ? (colours[0] === "b" ? "black" : "red") : "";
  if (numbers.length === 6) return colour;
  const listed = numbers.length > 1 ? `${numbers.slice(0, -1).join(", ")} or ${numbers.at(-1)}` : numbers[0]!;
  return colour ? `${colour} ${listed}` : listed;
}
