/** The line above the player's cards: what to do now, or whom the match waits for. */
import type { LegalActions } from "../../../lib/legalActions";
import { joinWithAnd } from "../../../lib/narration";
import { seatName } from "../../../lib/seatNames";
import type { View } from "../../../types/dots_52";
import type { SeatInfo } from "../../../types/messages";

/** Choices that are not sent yet. */
export interface PendingChoice {
  picks: readonly number[];
  isTaking: boolean;
  isShowing: boolean;
  isReplay?: boolean;
}

export function turnPrompt(view: View, legal: LegalActions, seats: readonly SeatInfo[], you: number | null, choice: PendingChoice): string {
  if (view.winners.length) return winnersText(view, seats, you);
  const own = ownPrompt(view, legal, choice);
  return own ?? (choice.isReplay ? waitingText(view, seats, null) : waitingText(view, seats, you) || "One moment…");
}

function ownPrompt(view: View, legal: LegalActions, { picks, isTaking, isShowing }: PendingChoice): string | null {
  if (legal.has("peek")) return picks.length === 2 ? "Look at these two?" : "Choose two of your cards to see.";
  if (legal.has("pass_")) return `Another ${rankName(view.pile_top)}? Tap it.`;
  if (isShowing && legal.has("snap")) return "Show a card although it is too late?";
  if (legal.has("discard")) return legal.has("put") ? "Swap it for a card, or lay it down." : "Lay it on the pile.";
  if (isTaking && legal.has("take")) return `Which card does the ${view.pile_top} replace?`;
  if (legal.has("draw")) return legal.has("take") ? "Your turn: draw, or take the top card." : "Your turn: draw a card.";
  if (legal.has("take")) return "Your turn: take the top card.";
  if (legal.has("swap")) return "Jack: choose your card to swap.";
  if (legal.has("target")) return "Jack: now choose the card you want.";
  if (legal.has("look")) return view.phase === "king" ? "King: look at one of your cards." : "Queen: look at an opponent’s card.";
  if (legal.has("call")) return "Do you hold the least?";
  if (legal.has("deal")) return "You deal the next round.";
  return null;
}

function waitingText(view: View, seats: readonly SeatInfo[], you: number | null): string {
  const others = view.waiting.filter((seat) => seat !== you);
  if (others.length === 0) return "";
  if (view.phase === "snap") return you === null ? "Time to snap." : "The others may snap.";
  const names = others.length === view.seats ? "All" : others.length > 2 ? `${others.length} players` : joinWithAnd(others.map((seat) => seatName(seats, seat)));
  const doing: Record<string, string> = {
    peek: others.length === 1 ? "looks at two cards." : "look at two cards.",
    turn: "draws or takes.",
    drawn: "has drawn a card.",
    jack: "may swap two cards.",
    "jack target": "chooses a card to swap for.",
    queen: "may look at an opponent’s card.",
    king: "may look at their own card.",
    call: "may call Dots.",
    "round over": "deals the next round.",
  };
  return `${names} ${doing[view.phase] ?? "moves next."}`;
}

function winnersText(view: View, seats: readonly SeatInfo[], you: number | null): string {
  const names = joinWithAnd(view.winners.map((seat) => seatName(seats, seat, you)));
  const points = `${view.scores[view.winners[0]!]} points`;
  if (view.winners.length > 1) return `${names} share the win with ${points}.`;
  return view.winners[0] === you ? `You win with ${points}!` : `${names} wins with ${points}.`;
}

/** Return the rank in words: "7" for "7♠", "ace" for "A♠". */
function rankName(card: string | null): string {
  return card === null ? "one" : card.slice(0, -1) === "A" ? "ace" : card.slice(0, -1);
}
