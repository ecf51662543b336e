import type { LegalActions } from "../../lib/legalActions";
import type { View } from "../../types/dot_tiles";
import type { Lesson } from "../contract";
import { BURN_ARGUMENT, tileIndex } from "./model/tiles";

function canPlace(tile: string | null, legal: LegalActions): boolean {
  return tile !== null && legal.matching("tile", tileIndex(tile)).some(({ args }) => args[1] !== BURN_ARGUMENT);
}

function canBurn(legal: LegalActions): boolean {
  return legal.all.some(({ args }) => args[1] === BURN_ARGUMENT);
}

/** Lessons of the guide that leads through a first match. */
export const lessons: Lesson<View>[] = [
  {
    id: "planning",
    applies: (view, legal) => view.phase === "planning" && !legal.isEmpty,
    text: "Fill groups with tiles; only full ones score. You start with five: tap one, then a group that lights up. Placed tiles stay.",
    target: ".hand",
  },
  {
    id: "groups",
    applies: (view, legal) => view.phase === "planning" && !legal.isEmpty && view.hand.length <= 4,
    text: "Only full groups score: the sum of their pips, doubled if all tiles have one colour. The small print says what a group still accepts.",
    target: ".own .group:has(.accepted, .note)",
  },
  {
    id: "drawn",
    applies: (view, legal) => view.phase === "standard" && canPlace(view.drawn, legal),
    text: "Every turn you draw one tile and place it. Groups that light up take it.",
    target: "[data-source='drawn']",
  },
  {
    id: "swap",
    applies: (view, legal) => view.phase === "standard" && canPlace(view.drawn, legal) && view.hot !== view.drawn && canPlace(view.hot, legal),
    text: "Or take the HOT SWAP tile instead: tap it. Your drawn tile then lies there for the next player.",
    target: "[data-source='hot']",
  },
  {
    id: "burn-or-swap",
    applies: (view, legal) => view.phase === "standard" && canBurn(legal) && canPlace(view.hot, legal),
    text: "Your tile fits nowhere. Tap the HOT SWAP tile to place that one, or burn one of the two: a burned tile is out of the game.",
    target: ".tray",
  },
  {
    id: "burn",
    applies: (view, legal) => view.phase === "standard" && canBurn(legal) && !canPlace(view.hot, legal),
    text: "Neither tile fits anywhere. Burn one of the two: tap the tile, then Burn. A burned tile is out of the game.",
    target: ".tray",
  },
  {
    id: "full",
    applies: (view, _, you) => you !== null && view.sheets[you]!.groups.some(({ full }) => full),
    text: "A full group: its points are on the sheet. Filling every box of the sheet gives a bonus on top.",
    target: ".own .group.full",
  },
  {
    id: "last",
    applies: (view, legal) => view.phase === "last turn" && !legal.isEmpty,
    text: "The bag is empty. You take the HOT SWAP tile: place it, or burn it if it fits nowhere. That ends the match.",
    target: "[data-source='hot']",
  },
];
