import type { GameUi } from "../../src/games/contract";
import { fallbackUi } from "../../src/games/fallback/fallbackUi";
import type { GameDetails } from "../../src/types/http";

export const details: GameDetails = {
  slug: "dot_nine",
  title: "Dot Nine",
  summary: "Nine dots.",
  min_seats: 2,
  max_seats: 5,
  rules_version: 1,
  has_deck: false,
  has_secrets: true,
  is_real_time: false,
  options: [
    { name: "snap-seconds", help: "Seconds to snap a card (D9).", default: 3, choices: [1, 10], is_number: true },
    { name: "memory", help: "Show what you have seen (D17, D18).", default: true, choices: [false, true], is_number: false },
    { name: "side", help: "Which side is up.", default: "dark", choices: ["dark", "light"], is_number: false },
  ],
  action_count: 3,
  verbs: [{ verb: "draw", first: 0, ranges: [3], is_race: false }],
  rules: "",
  deck: null,
  templates: { text: "{text}", drawn: "{seat!name} {seat?draw|draws} a card." },
};

export const gameUi: GameUi = {
  ...fallbackUi("dot_nine"),
  seatNote: (_view, seat) => `${seat + 3} cards`,
  scoreBreakdown: () => ({
    caption: "Points by group",
    columns: ["Ann", "Bob"],
    rows: [
      { label: "Run", cells: ["4", "8"] },
      { label: "Total", cells: ["4", "8"], isTotal: true },
    ],
  }),
  lessons: [
    { id: "draw", applies: (_view, legal) => legal.has("draw"), text: "Draw a card first." },
    { id: "wait", applies: () => true, text: "Now the others play." },
  ],
};
