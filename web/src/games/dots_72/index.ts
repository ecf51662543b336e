/** The user interface of DOTS (72 cards), which the shell loads. */
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
  roundNoun: "hand",
  matchProgress: (view) => `Hand ${view.hand_number}. The first with ${view.winning_score} points wins.`,
  seatNote: (view, seat) => `${view.scores[seat] ?? 0} / ${view.winning_score}`,
  roundOutcome,
  suggestionTargets,
  sounds: { draw: "deal", take: "deal" },
  scoreBreakdown,
};
