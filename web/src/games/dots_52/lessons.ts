/** Lessons of the guide that leads through a first match. Each is shown once, when the view and the legal verbs match. */
import type { View } from "../../types/dots_52";
import type { Lesson } from "../contract";

const OWN_AREA_SELECTOR = '[data-guide="own"]';
const ACTION_BAR_SELECTOR = '[data-guide="bar"]';
const PILE_SELECTOR = '[data-spot="pile"]';
const STOCK_SELECTOR = '[data-spot="stock"]';

const LOW_RANKS = ["A", "2", "3", "4", "10"];
const COURT_RANKS = ["J", "Q", "K"];
const rankOf = (card: string) => card.slice(0, -1);

/** Return whether the player knows an own court card, or has just drawn one. */
function knowsCourtCard(view: View, you: number | null): boolean {
  const ownCards = you === null ? [] : (view.tableaux[you] ?? []).map(({ card }) => card);
  return [view.drawn, ...ownCards].some((card) => card !== null && COURT_RANKS.includes(rankOf(card)));
}

export const lessons: Lesson<View>[] = [
  {
    id: "peek",
    applies: (_, legal) => legal.has("ready"),
    text: "These four cards are yours, face down. Tap two of them to see them, once. Drag a card onto another to swap them. Then say ready.",
    target: OWN_AREA_SELECTOR,
  },
  {
    id: "draw",
    applies: (_, legal) => legal.has("draw"),
    text: "The fewest points win: low cards are good, and a 10 counts nothing. Draw a card and see if you can use it.",
    target: STOCK_SELECTOR,
  },
  // Shown before the first snap window, in which there is no time to read.
  {
    id: "snap",
    applies: (view, legal, you) => (legal.has("ready") && view.turn !== you) || legal.has("draw") || legal.has("put"),
    text: "When a card comes to the pile, all have a few seconds to snap: tap a card of yours with the same rank, and you are rid of it. A wrong one costs you a card.",
    target: PILE_SELECTOR,
  },
  {
    id: "court-points",
    applies: (view, legal, you) => !legal.isEmpty && view.result === null && knowsCourtCard(view, you),
    text: "A Jack counts 11 points, a Queen 12, a King 13: get rid of them.",
  },
  {
    id: "court",
    applies: (view, legal) => legal.has("discard") && view.drawn !== null && COURT_RANKS.includes(rankOf(view.drawn)),
    text: "Laid on the pile as soon as it is drawn, a Jack swaps two cards, a Queen or King looks at one.",
    target: PILE_SELECTOR,
  },
  {
    id: "drawn",
    applies: (_, legal) => legal.has("put"),
    text: "Swap it for one of your cards, known or not; the old one goes on the pile. Or lay it on the pile right away.",
    target: OWN_AREA_SELECTOR,
  },
  {
    id: "call",
    applies: (_, legal) => legal.has("call"),
    text: "With less than 10 and less than all others, call Dots. Every other player then gets one more turn, and all may still snap. If you are wrong, it costs 50.",
    target: ACTION_BAR_SELECTOR,
  },
  {
    id: "take",
    applies: (view, legal) => legal.has("take") && view.pile_top !== null && LOW_RANKS.includes(rankOf(view.pile_top)),
    text: "A low card: you may also take the card on the pile instead of drawing. Tap it, then the card it replaces.",
    target: PILE_SELECTOR,
  },
  {
    id: "jack",
    applies: (_, legal) => legal.has("swap"),
    text: "Jack: give away one of your cards and get one of another player for it, both unseen.",
    target: OWN_AREA_SELECTOR,
  },
  {
    id: "queen",
    applies: (view, legal) => view.phase === "queen" && legal.has("look"),
    text: "Queen: look at one card of another player. Nobody else sees it.",
    target: '[data-guide="others"]',
  },
  {
    id: "king",
    applies: (view, legal) => view.phase === "king" && legal.has("look"),
    text: "King: look at one of your own cards. Choose one you do not know yet.",
    target: OWN_AREA_SELECTOR,
  },
  {
    id: "called",
    applies: (view, _, you) => view.caller !== null && view.caller !== you && view.result === null && view.snap === null,
    text: "Dots has been called. All others have one more turn, and all may still snap. Then all cards are revealed.",
  },
  {
    id: "result",
    applies: (view) => view.result !== null,
    text: "All cards are up. A successful call scores 0, a failed one 50. At 100 points the match ends, and the lowest total wins.",
  },
];
