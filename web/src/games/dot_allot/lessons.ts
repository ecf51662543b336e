import type { View } from "../../types/dot_allot";
import type { Lesson } from "../contract";

/** Lessons of the guide that leads through a first match. */
export const lessons: Lesson<View>[] = [
  {
    id: "aim",
    applies: (view) => view.phase === "laying",
    text: "Your rows have the solid frame. For each colour, the bigger connected group gets 1 point.",
    target: ".track-view",
  },
  {
    id: "choose",
    applies: (_, legal) => legal.has("lay"),
    text: "Pick a card for the marked column. At least one of its dots must lie in your opponent's rows.",
    target: ".hand",
  },
  {
    id: "turn",
    applies: (view, legal) => legal.has("lay") && view.placements.length >= 1,
    text: "Turn it, slide it, flip it once a round, and watch the groups. Dots after a + may be covered.",
    target: ".counts",
  },
  {
    id: "cover",
    applies: (view, legal) => legal.has("lay") && view.placements.length >= 3,
    text: "Bright dots stay, pale ones may still be covered. The grey row is nobody's.",
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
    text: "The bigger group won each colour, equal ones nothing. Next round: the same cards, one column on.",
    target: ".counts",
  },
];
