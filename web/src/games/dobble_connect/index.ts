import type { View } from "../../types/dobble_connect";
import type { GameFace } from "../contract";
import Board from "./Board.svelte";
import { breakdown } from "./breakdown";
import Drill from "./Drill.svelte";
import { kindOf } from "./kinds";
import { intro } from "./intro";
import { lessons } from "./lessons";
import Rules from "./Rules.svelte";

export const game: GameFace<View> = {
  slug: "dobble_connect",
  Board,
  Rules,
  Practice: Drill,
  lessons,
  isRoundEnd: (view) => view.phase === "round over",
  roundEndMs: 3000,
  intro,
  breakdown,
  seatNote: (view, seat) => {
    const player = view.players[seat];
    if (!player) return "";
    const cards = player.pack_left + (player.top ? 1 : 0);
    return `${player.team}, ${cards} ${cards === 1 ? "card" : "cards"}`;
  },
  seatColour: (view, seat) => (view.players[seat] ? kindOf(view.players[seat].team).ink : null),
};
