import type { View } from "../../types/dot_allot";
import type { Lesson } from "../contract";

/** Lessons of the guide that leads through a first match. */
export const lessons: Lesson<View>[] = [
  {
    id: "aim",
    applies: (view) => view.phase === "laying",
    text: "The full frame is yours. Per colour, the larger joined group in a frame scores; equal ones do not.",
    target: ".track-view",
  },
  {
    id: "choose",
    applies: (_, legal) => legal.has("lay"),
    text: "Choose a card for the next column. At least one of its dots must be in your opponent's frame.",
    target: ".hand",
  },
  {
    id: "turn",
    applies: (view, legal) => legal.has("lay") && view.placements.length >= 1,
    text: "Turn, slide or (once a round) flip it, and see the groups. The next card may cover dots after a +.",
    target: ".counts",
  },
  {
    id: "cover",
    applies: (view, legal) => legal.has("lay") && view.placements.length >= 3,
    text: "Only a card's first column stays: the next card covers the rest. The grey row is nobody's.",
    target: ".track-view",
  },
  {
    id: "open",
    applies: (view, _, you) => view.phase === "laying" && you !== null && view.round > 1 && view.sides.some(({ seat, hand }) => seat !== you && hand !== null),
    text: "The same eight cards were dealt again, so both hands are known: these your opponent holds.",
    target: ".opponent",
  },
  {
    id: "result",
    applies: (view) => view.result !== null,
    text: "The groups are counted. The next round has the same eight cards, from another column.",
    target: ".counts",
  },
];
