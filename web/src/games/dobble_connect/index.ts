/** The user interface of Dobble Connect, which the shell loads. */
import { countWithNoun } from "../../lib/countWithNoun";
import { decodeAction } from "../../lib/legalActions";
import type { View } from "../../types/dobble_connect";
import type { GameUi } from "../contract";
import Board from "./Board.svelte";
import { roundOutcome } from "./roundOutcome";
import { scoreBreakdown } from "./scoreBreakdown";
import SymbolDrill from "./components/SymbolDrill.svelte";
import { cardKind } from "./model/cardKinds";
import { lockedPlayersText } from "./model/lockedPlayersText";
import { COUNTDOWN_MS, roundStartMs } from "./model/startCountdown.svelte";
import { introLessons, lessons } from "./lessons";
import Rules from "./Rules.svelte";

export const game: GameUi<View> = {
  slug: "dobble_connect",
  Board,
  Rules,
  Practice: SymbolDrill,
  lessons,
  isRoundEnd: (view) => view.phase === "round over",
  intro: introLessons,
  roundOutcome,
  statusText: lockedPlayersText,
  startsAtMs: (position, lastMove, verbs) => {
    const roundStartsAtMs = roundStartMs(position, lastMove, (action) => decodeAction(verbs, action).verb === "deal");
    return roundStartsAtMs === null ? null : roundStartsAtMs + COUNTDOWN_MS;
  },
  hasOwnSeatList: (view) => view.players.length === 2,
  raceNoun: "cards laid",
  sounds: { claim: "snap" },
  shortcuts: [
    { keys: "1–9", text: "Choose a symbol of your card" },
    { keys: "F", text: "Show the whole table" },
    { keys: "+, -", text: "Zoom" },
  ],
  scoreBreakdown,
  seatNote: (view, seat) => {
    const player = view.players[seat];
    if (!player) return "";
    const cardsLeft = player.pack_left + (player.top ? 1 : 0);
    return `${player.team}, ${countWithNoun(cardsLeft, "card")}`;
  },
  seatColour: (view, seat) => (view.players[seat] ? cardKind(view.players[seat].team).ink : null),
};
