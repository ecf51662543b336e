/** The user interface of Dot Allot, which the shell loads. */
import { countWithNoun } from "../../lib/countWithNoun";
import type { View } from "../../types/dot_allot";
import type { GameUi } from "../contract";
import Board from "./Board.svelte";
import { matchProgress, roundOutcome } from "./roundOutcome";
import { scoreBreakdown } from "./scoreBreakdown";
import { lessons } from "./lessons";
import Rules from "./Rules.svelte";

export const game: GameUi<View> = {
  slug: "dot_allot",
  Board,
  Rules,
  lessons,
  isRoundEnd: (view) => view.result !== null,
  seatNote: (view, seat) => countWithNoun(view.totals[seat] ?? 0, "point"),
  roundOutcome,
  matchProgress,
  showsSuggestion: true,
  finalCountMs: 4000,
  shortcuts: [
    { keys: "1–4", text: "Choose a card" },
    { keys: "R", text: "Turn the card" },
    { keys: "F", text: "Flip the card" },
    { keys: "↑, ↓", text: "Slide the card" },
    { keys: "Enter", text: "Lay the card" },
  ],
  scoreBreakdown,
};
