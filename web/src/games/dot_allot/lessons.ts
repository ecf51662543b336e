import type { View } from "../../types/dot_allot";
import type { Lesson } from "../contract";

/** Lessons of the guide that leads through a first match. */
export const lessons: Lesson<View>[] = [
  {
    id: "aim",
    applies: (view) => view.phase === "laying",
    text: "The rows with the full frame are yours. For each colour, the player with the larger group of joined dots in their rows gets a point.",
    target: ".track-view",
  },
  {
    id: "choose",
    applies: (_, legal) => legal.has("lay"),
    text: "Choose a card. It covers the column that comes next, and at least one of its dots has to fall into your opponent's rows.",
    target: ".hand",
  },
  {
    id: "turn",
    applies: (view, legal) => legal.has("lay") && view.placements.length >= 1,
    text: "Turn a card, slide it, and once a round flip it. The table above your cards counts the largest groups as you try.",
    target: ".counts",
  },
  {
    id: "cover",
    applies: (view, legal) => legal.has("lay") && view.placements.length >= 3,
    text: "Only the first column of a card stays visible: the next card covers the rest. So what you give can be taken away.",
    target: ".track-view",
  },
  {
    id: "open",
    applies: (view, _, you) => view.phase === "laying" && you !== null && view.round > 1 && view.sides.some(({ seat, hand }) => seat !== you && hand !== null),
    text: "The eight cards of the last round were dealt again, so both hands are known now: these are the cards your opponent holds.",
    target: ".opponent",
  },
  {
    id: "result",
    applies: (view) => view.result !== null,
    text: "After eight cards the groups are counted. In the next round the same eight cards are played from another column.",
    target: ".counts",
  },
];
