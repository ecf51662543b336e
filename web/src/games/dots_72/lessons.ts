import type { View } from "../../types/dots_72";
import type { Lesson } from "../contract";

/** Lessons of the guide that leads through a first match. */
export const lessons: Lesson<View>[] = [
  {
    id: "aim",
    applies: (view) => view.phase === "start" || view.phase === "discard",
    text: "Collect two sets of three. A set: a Swatch, a Number of its colour, and a DOTS card with exactly that many dots of that colour.",
    target: ".hand .sets",
  },
  {
    id: "wild",
    applies: (view, _, you) => you !== null && view.result === null && view.hands[you]!.cards.some(({ code }) => code.startsWith("w")),
    text: "A Wild! It counts as any card of its own kind. So a Wild Number counts as any Number.",
    target: ".hand [aria-label^='Wild']",
  },
  {
    id: "draw",
    applies: (_, legal) => legal.has("draw"),
    text: "Your turn. Take a hidden card from the left pile, or the open card on the right. All players see an open card.",
    target: ".middle",
  },
  {
    id: "discard",
    applies: (_, legal) => legal.has("discard"),
    text: "Now discard one card: tap it, then Discard. Keep cards with the same round badge in their corner, for they belong together.",
    target: ".hand .sets",
  },
  {
    id: "call",
    applies: (view, legal) => view.right_calls.length > 0 && (legal.has("discard_and_call") || legal.has("call")),
    text: "You have two whole sets! Call DOTS to win this hand. A wrong call would only show your cards to all players.",
    target: ".actions .ready",
  },
  {
    id: "known",
    applies: (view, _, you) => you !== null && view.result === null && view.hands[you]!.cards.some(({ shown }) => shown),
    text: "An eye on one of your cards: all players know this card.",
    target: ".hand .known",
  },
  {
    id: "pass",
    applies: (_, legal) => legal.has("pass_"),
    text: "The draw pile was used up. The discards are turned over, and every player passes one card to the left.",
    target: ".hand .sets",
  },
  {
    id: "result",
    applies: (view) => view.result !== null,
    text: "Only the caller scores. A set with a 2 is rare and brings 100 points, a set with an 8 only 25. The first with 500 points wins the match.",
    target: ".result",
  },
];
