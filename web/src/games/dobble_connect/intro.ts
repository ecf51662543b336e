/** The first lessons, to be read before the match: in it, nobody waits. */
import type { Lesson } from "../contract";

export const intro: Pick<Lesson, "id" | "text">[] = [
  { id: "own-card", text: "There are no turns: everybody plays at once. Your card shares exactly one symbol with each card on the table. Find it and tap it on your card." },
  { id: "place", text: "Then tap an empty place beside the card that has the same symbol. Your card goes there, and you get the next one." },
  { id: "line", text: "Four cards of your colour in a straight line score a point and end the round." },
];
