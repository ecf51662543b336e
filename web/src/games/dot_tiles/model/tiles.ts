/** Tiles by the server's codes: `r4` is a red 4. */
import type { Group } from "../../../types/dot_tiles";

/** Second argument of the `tile` action for burning. Other values are groups of the sheet. */
export const BURN_ARGUMENT = 9;

export function tileIndex(tile: string): number {
  return (Number(tile[1]) - 1) * 2 + (tile[0] === "b" ? 1 : 0);
}

export function tileFromIndex(face: number): string {
  return `${face % 2 ? "b" : "r"}${Math.floor(face / 2) + 1}`;
}

export function tileName(tile: string): string {
  return `${tile[0] === "b" ? "black" : "red"} ${tile[1]}`;
}

/** Return the tiles that a group still accepts, in words: "4", "2 or 6", "red". Empty if it accepts all. */
export function acceptedTilesLabel({ takes, full }: Group): string {
  if (full || takes.length === 12) return "";
  if (takes.length === 0) return "nothing";
  const acceptedNumbers = [...new Set(takes.map((tile) => tile[1]!))];
  const acceptedColours = [...new Set(takes.map((tile) => tile[0]!))];
  const colourWord = acceptedColours.length === 1 ? (acceptedColours[0] === "b" ? "black" : "red") : "";
  if (acceptedNumbers.length === 6) return colourWord;
  const numbersText = acceptedNumbers.length > 1 ? `${acceptedNumbers.slice(0, -1).join(", ")} or ${acceptedNumbers.at(-1)}` : acceptedNumbers[0]!;
  return colourWord ? `${colourWord} ${numbersText}` : numbersText;
}
