/** One line that says what one may do now, or whom the match waits for. */
import type { Legal } from "../../lib/legal";
import { nameOf } from "../../lib/names";
import type { View } from "../../types/dots_52";
import type { SeatTold } from "../../types/messages";

/** What the player has begun by pressing, before anything is sent. */
export interface Begun {
  picks: readonly number[];
  isTaking: boolean;
  isShowing: boolean;
  /** Whether nothing is asked any more: it is told by names who was to do what. */
  isReplay?: boolean;
}

export function asked(view: View, legal: Legal, seats: readonly SeatTold[], you: number | null, begun: Begun): string {
  if (view.winners.length) return winnersLine(view, seats, you);
  const own = askedOfYou(view, legal, begun);
  return own ?? (begun.isReplay ? waitingLine(view, seats, null) : waitingLine(view, seats, you) || "One moment…");
}

function askedOfYou(view: View, legal: Legal, { picks, isTaking, isShowing }: Begun): string | null {
  if (legal.has("peek")) return picks.length === 2 ? "Look at these two?" : "Choose two of your cards to see.";
  if (legal.has("pass_")) return `Another ${rankOf(view.pile_top)}? Tap it.`;
  if (isShowing && legal.has("snap")) return "Show a card all the same?";
  if (legal.has("discard")) return legal.has("put") ? "Swap it for a card, or lay it down." : "Lay it on the pile.";
  if (isTaking && legal.has("take")) return `Which card does the ${view.pile_top} replace?`;
  if (legal.has("draw")) return legal.has("take") ? "Your turn: draw, or take the top card." : "Your turn: draw a card.";
  if (legal.has("take")) return "Your turn: take the top card.";
  if (legal.has("swap")) return "Jack: choose your card to swap.";
  if (legal.has("target")) return "Jack: now choose the card you want.";
  if (legal.has("look")) return view.phase === "king" ? "King: look at one of your cards." : "Queen: look at another’s card.";
  if (legal.has("call")) return "Do you hold the least?";
  if (legal.has("deal")) return "You deal the next round.";
  return null;
}

function waitingLine(view: View, seats: readonly SeatTold[], you: number | null): string {
  const others = view.waiting.filter((seat) => seat !== you);
  if (others.length === 0) return "";
  if (view.phase === "snap") return you === null ? "Time to snap." : "The others may snap.";
  const names = others.length === view.seats ? "All" : others.length > 2 ? `${others.length} players` : listed(others.map((seat) => nameOf(seats, seat)));
  const doing: Record<string, string> = {
    peek: others.length === 1 ? "looks at two cards." : "look at two cards.",
    turn: "is to draw or take.",
    drawn: "has drawn a card.",
    jack: "may swap two cards.",
    "jack target": "chooses a card to swap for.",
    queen: "may look at another’s card.",
    king: "may look at an own card.",
    call: "may call Dots.",
    "round over": "deals the next round.",
  };
  return `${names} ${doing[view.phase] ?? "is to move."}`;
}

function winnersLine(view: View, seats: readonly SeatTold[], you: number | null): string {
  const names = listed(view.winners.map((seat) => nameOf(seats, seat, you)));
  const points = `${view.scores[view.winners[0]!]} points`;
  if (view.winners.length > 1) return `${names} share the win with ${points}.`;
  return view.winners[0] === you ? `You win with ${points}!` : `${names} wins with ${points}.`;
}

/** "7" of "7♠"; ranks are read, not compared. */
function rankOf(card: string | null): string {
  return card === null ? "one" : card.slice(0, -1) === "A" ? "ace" : card.slice(0, -1);
}

export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
