import type { View } from "../../types/dot_tiles";
import type { Lesson } from "../contract";
import { BURN, faceOf } from "./tiles";

/** What a first match tells, when it comes up. */
export const lessons: Lesson<View>[] = [
  {
    id: "planning",
    applies: (view, legal) => view.phase === "planning" && !legal.isEmpty,
    text: "You start with five tiles. Tap one, then tap a group that lights up. What is laid stays, so leave room.",
    target: ".hand",
  },
  {
    id: "groups",
    applies: (view, legal) => view.phase === "planning" && !legal.isEmpty && view.hand.length <= 4,
    text: "Only full groups score: the sum of their pips, doubled if all tiles have one colour. The small print says what a group still takes.",
    target: "[data-group='2']",
  },
  {
    id: "drawn",
    applies: (view, legal) => view.phase === "standard" && view.drawn !== null && !legal.isEmpty,
    text: "Every turn you draw one tile and place it. Groups that light up take it.",
    target: "[data-source='drawn']",
  },
  {
    id: "swap",
    applies: (view, legal) =>
      view.phase === "standard" && view.hot !== null && view.hot !== view.drawn && legal.has("tile", faceOf(view.hot)),
    text: "Or take the HOT SWAP tile instead: tap it. Your drawn tile then lies there for the next player.",
    target: "[data-source='hot']",
  },
  {
    id: "burn",
    applies: (_, legal) => legal.all.some(({ args }) => args[1] === BURN),
    text: "Your tile fits nowhere. You may burn it, or burn the HOT SWAP tile; a burned tile is out of the game.",
    target: ".burn",
  },
  {
    id: "full",
    applies: (view, _, you) => you !== null && view.sheets[you]!.groups.some(({ full }) => full),
    text: "A full group: its points are on the sheet. Filling every box of the sheet gives a bonus on top.",
    target: ".group.full",
  },
  {
    id: "last",
    applies: (view, legal) => view.phase === "last turn" && !legal.isEmpty,
    text: "The bag is empty. You take the HOT SWAP tile, and that ends the match.",
    target: "[data-source='hot']",
  },
];
