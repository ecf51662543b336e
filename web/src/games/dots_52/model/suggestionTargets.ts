/** The elements of the board that belong to a suggested move. */
import type { View } from "../../../types/dots_52";
import { arrangedSlots, spotOfPlace, type Spot } from "./cardMovements";

const spot = (name: Spot) => `[data-spot="${name}"]`;
/** CSS selectors of the buttons below the own cards, by verb. */
const BUTTON_SELECTORS: Record<string, string> = { call: ".choices .call", end: ".choices .end", pass_: ".choices .wide", ready: ".choices .wide", decline: ".choices .wide" };

/** Return CSS selectors of the places and buttons of a move. */
export function suggestionTargets({ verb, args }: { verb: string; args: number[] }, _: View, you: number | null): string[] {
  const own = (slot: number) => spot(spotOfPlace(you ?? 0, slot));
  if (verb in BUTTON_SELECTORS) return [BUTTON_SELECTORS[verb]!];
  switch (verb) {
    case "draw":
      return [spot("stock")];
    case "discard":
      return [spot("pile")];
    case "take":
      return [spot("pile"), own(args[0]!)];
    case "arrange":
      return arrangedSlots(args[0]!).map(own);
    case "target":
    case "look":
      return [spot(spotOfPlace(args[0]!, args[1]!))];
    default:
      return args.length === 1 ? [own(args[0]!)] : [];
  }
}
