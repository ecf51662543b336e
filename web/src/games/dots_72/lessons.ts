import type { View } from "../../types/dots_72";
import type { Lesson } from "../contract";

/** Lessons of the guide that leads through a first match. */
export const lessons: Lesson<View>[] = [
  {
    id: "aim",
    applies: (view) => view.phase === "start" || view.phase === "discard",
    text: "You want two sets of three. A set is a Swatch, a Number of its colour, and a DOTS card with exactly that many dots of that colour.",
    target: ".hand",
  },
  {
    id: "wild",
    applies: (view, _, you) => you !== null && view.result === null && view.hands[you]!.cards.some(({ code }) => code.startsWith("w")),
    text: "A Wild! It counts as any card of its own kind: a Wild Swatch as any Swatch, a Wild Number as any Number, a Wild DOTS card as any DOTS card.",
    target: ".hand [aria-label^='Wild']",
  },
  {
    id: "draw",
    applies: (_, legal) => legal.has("draw"),
    text: "Your turn: draw a hidden card, or take the top discard, which all players see.",
    target: ".middle",
  },
  {
    id: "discard",
    applies: (_, legal) => legal.has("discard"),
    text: "Now give one card back. Tap it, then Discard. Cards that belong together carry the same number: keep those.",
    target: ".hand",
  },
  {
    id: "call",
    applies: (_, legal) => legal.has("discard_and_call") || legal.has("call"),
    text: "When six cards make two sets, call DOTS: tap the button twice. If they do not, all players have seen them, and play goes on.",
    target: ".actions",
  },
  {
    id: "known",
    applies: (view, _, you) => you !== null && view.result === null && view.hands[you]!.cards.some(({ shown }) => shown),
    text: "An eye on one of your cards: all players know this card.",
    target: ".hand",
  },
  {
    id: "pass",
    applies: (_, legal) => legal.has("pass_"),
    text: "The draw pile was used up. The discards are turned over, and every player passes one card to the left.",
    target: ".hand",
  },
  {
    id: "result",
    applies: (view) => view.result !== null,
    text: "Only the caller scores: smaller numbers are rarer and worth more. The first with 500 points wins the match.",
    target: ".result",
  },
];
