/** The elements of the board that belong to a suggested move. */
import type { View } from "../../../types/dots_72";
import { cardIndex } from "./cards";

/** Return CSS selectors of the piles, the card and the button of a move. */
export function suggestionTargets({ verb, args }: { verb: string; args: number[] }, { hands }: View, you: number | null): string[] {
  if (verb === "draw") return [".middle .stack:first-child .pile"];
  if (verb === "take") return ['[data-drop="discards"]'];
  if (verb === "call") return [".actions > :last-child"];
  const card = you === null ? undefined : hands[you]?.cards.find(({ code }) => cardIndex(code) === args[0]);
  return card ? [`.hand [data-code="${card.code}"]`] : [];
}
