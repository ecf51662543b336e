/** The user interface of DOTS (72 cards), which the shell loads. */
import { countWithNoun } from "../../lib/countWithNoun";
import type { View } from "../../types/dots_72";
import type { GameUi } from "../contract";
import Board from "./Board.svelte";
import { suggestionTargets } from "./model/suggestionTargets";
import { roundOutcome } from "./roundOutcome";
import { scoreBreakdown } from "./scoreBreakdown";
import { lessons } from "./lessons";
import Rules from "./Rules.svelte";

export const game: GameUi<View> = {
  slug: "dots_72",
  Board,
  Rules,
  lessons,
  isRoundEnd: (view) => view.result !== null,
  isNotableMove: (view, before) => view.called_wrongly && !before.called_wrongly && view.failed_call?.caller !== view.seat,
  seatNote: (view, seat) => countWithNoun(view.scores[seat] ?? 0, "point"),
  roundOutcome,
  suggestionTargets,
  sounds: { draw: "deal", take: "deal" },
  scoreBreakdown,
};
