/** The user interface of Dots (52 cards), which the shell loads. */
import { countWithNoun } from "../../lib/countWithNoun";
import type { View } from "../../types/dots_52";
import type { GameUi } from "../contract";
import Board from "./Board.svelte";
import { suggestionTargets } from "./model/suggestionTargets";
import { roundOutcome } from "./roundOutcome";
import { scoreBreakdown } from "./scoreBreakdown";
import { lessons } from "./lessons";
import { preparationStatus } from "./model/turnPrompt";
import Rules from "./Rules.svelte";

export const game: GameUi<View> = {
  slug: "dots_52",
  Board,
  Rules,
  lessons,
  isRoundEnd: (view) => view.result !== null,
  statusText: (view, _, you) => preparationStatus(view, you),
  roundOutcome,
  sounds: { draw: "deal", take: "deal", snap: "snap" },
  shortcuts: [
    { keys: "1–9", text: "Press an own card" },
    { keys: "D", text: "Draw from the stock" },
    { keys: "P", text: "Take from the pile" },
  ],
  scoreBreakdown,
  suggestionTargets,
  seatNote: (view, seat) => countWithNoun(view.scores[seat] ?? 0, "point"),
};
