import type { View } from "../../types/dobble_connect";
import type { Lesson } from "../contract";

/**
 * Lessons of the guide that leads through a first match, for players who have not read them in the introduction. There
 * are no others, because the game does not wait, and the table needs the space.
 */
export const lessons: Lesson<View>[] = [
  {
    id: "own-card",
    applies: (_, legal) => legal.has("claim"),
    text: "Your card shares exactly one symbol with each card on the table. Find it and tap it here. All players play at once.",
    target: ".hand",
  },
  {
    id: "place",
    applies: (_, legal) => legal.has("claim"),
    text: "Then tap an empty place beside the card that has it. If the place touches several cards, tap the one you mean too.",
    target: ".table",
  },
  {
    id: "line",
    applies: (view) => view.phase === "playing" && view.table.length > 4,
    text: "Four cards of your colour in a straight line score a point, in any of the three directions. The starting card has no colour.",
    target: ".teams",
  },
];

/** Lessons to read before the match, because the game does not wait. */
export const introLessons: Pick<Lesson, "id" | "text">[] = [
  { id: "own-card", text: "All players play at once. Your card shares exactly one symbol with each card on the table. Find it and tap it on your card." },
  { id: "place", text: "Then tap an empty place beside the card that has the same symbol. Your card goes there, and you get the next one." },
  { id: "line", text: "Four cards of your colour in a straight line score a point and end the round. The scorer then gets cards of the others to lay." },
  { id: "look-closer", text: "Too small? Tap a card on the table to see it large beside yours. Drag to move the table, pinch or scroll to zoom." },
];
