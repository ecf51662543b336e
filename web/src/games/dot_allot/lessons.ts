import type { View } from "../../types/dot_allot";
import type { Lesson } from "../contract";

/** What a first match tells, when it comes up. */
export const lessons: Lesson<View>[] = [
  {
    id: "aim",
    applies: (view) => view.phase === "laying",
    text: "The framed rows are yours. For each colour, whoever has the larger group of joined dots in the own rows gets a point.",
    target: ".cascade",
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
    text: "Turn a card, slide it, and once a round flip it. The table below the cards counts the largest groups as you try.",
    target: ".own",
  },
  {
    id: "cover",
    applies: (view, legal) => legal.has("lay") && view.placements.length >= 3,
    text: "Only the first column of every card stays in sight: the next one covers the rest. So what you give can be taken away.",
    target: ".cascade",
  },
  {
    id: "result",
    applies: (view) => view.result !== null,
    text: "After eight cards the groups are counted. In the next round you play the same cards from another column.",
    target: ".counts",
  },
];
