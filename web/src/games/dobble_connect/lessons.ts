import type { View } from "../../types/dobble_connect";
import type { Lesson } from "../contract";

function isLocked(view: View, you: number | null): boolean {
  return you !== null && view.players[you]?.locked_until_ms != null;
}

/** Lessons of the guide that leads through a first match. They are short, because the game does not wait. */
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
    id: "look-closer",
    applies: (view, legal) => legal.has("claim") && view.table.length > 2,
    text: "Too small? Tap a card on the table to see it large beside yours. Drag to move the table, pinch or scroll to zoom. An arrow at the edge leads to hidden cards.",
    target: ".table",
  },
  {
    id: "locked",
    applies: (view, _, you) => isLocked(view, you),
    text: "That symbol was not on the card. You are locked for a moment, then try again. Nothing else is lost.",
    target: ".hand",
  },
  {
    id: "line",
    applies: (view) => view.phase === "playing" && view.table.length > 4,
    text: "Four cards of your colour in a straight line score a point, in any of the three directions. The starting card has no colour.",
    target: ".teams",
  },
  {
    id: "round-over",
    applies: (view) => view.phase === "round over" && view.scorer !== null,
    text: "A line ends the round. The team that scored gets cards of the others into its packs, which makes its next point harder.",
    target: ".own",
  },
  {
    id: "foreign-card",
    applies: (view, legal, you) => legal.has("claim") && you !== null && view.players[you]?.top != null && view.players[you].top.kind !== view.players[you].team,
    text: "Your top card has another team's colour. You have to lay it like any other, and in a line it counts for them. Choose its place well.",
    target: ".hand",
  },
];

/** Lessons to read before the match, because the game does not wait. */
export const intro: Pick<Lesson, "id" | "text">[] = [
  { id: "own-card", text: "There are no turns: all players play at once. Your card shares exactly one symbol with each card on the table. Find it and tap it on your card." },
  { id: "place", text: "Then tap an empty place beside the card that has the same symbol. Your card goes there, and you get the next one." },
  { id: "line", text: "Four cards of your colour in a straight line score a point and end the round." },
];
