/** The line above the player's cards: what to do now, or whom the match waits for. */
import { countWithNoun } from "../../../lib/countWithNoun";
import type { LegalActions } from "../../../lib/legalActions";
import { joinWithAnd } from "../../../lib/narration";
import { seatName } from "../../../lib/seatNames";
import type { View } from "../../../types/dots_52";
import type { SeatInfo } from "../../../types/messages";

/** Choices of the player that are not sent to the server yet. */
export interface PendingChoice {
  /** Own slot chosen to be swapped with another one before the first turn. */
  pickedSlot: number | null;
  isTaking: boolean;
  isReplay?: boolean;
}

export function turnPrompt(view: View, legal: LegalActions, seats: readonly SeatInfo[], you: number | null, choice: PendingChoice): string {
  if (view.winners.length) return winnersText(view, seats, you);
  const own = ownPrompt(view, legal, choice);
  return own ?? (choice.isReplay ? waitingText(view, seats, null) : waitingText(view, seats, you) || "One moment…");
}

function ownPrompt(view: View, legal: LegalActions, { pickedSlot, isTaking }: PendingChoice): string | null {
  if (legal.has("ready")) return preparationPrompt(view, legal, pickedSlot);
  if (legal.has("pass_")) return `Another ${rankName(view.pile_top)}? Tap it.`;
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

/** Return the status line before the first turn, in which all players look at cards at once; null later (rule D2). */
export function preparationStatus({ preparation }: View, you: number | null): string | null {
  if (preparation === null || you === null || !preparation.seats.includes(you)) return null;
  const peeksLeft = preparation.peeks_left[you] ?? 0;
  if (peeksLeft === 0) return "Say when you are ready";
  return peeksLeft === 1 ? "Look at one more card" : "Look at two of your cards";
}

/** Return the prompt before the first turn: look at up to two cards, arrange them, say ready. */
function preparationPrompt(view: View, legal: LegalActions, pickedSlot: number | null): string {
  if (pickedSlot !== null) return `Tap the card to swap with card ${pickedSlot + 1}.`;
  const peeksLeft = view.preparation?.peeks_left[view.seat] ?? 0;
  if (peeksLeft > 0) return peeksLeft === 2 ? "Tap two of your cards to see them." : "Tap one more card to see it.";
  return legal.has("arrange") ? "Swap your cards if you like, then say ready." : "Say when you are ready.";
}

function waitingText(view: View, seats: readonly SeatInfo[], you: number | null): string {
  const otherSeats = view.waiting.filter((seat) => seat !== you);
  if (otherSeats.length === 0) return "";
  if (view.phase === "snap") return you === null ? "Time to snap." : "The others may snap.";
  const waitingNames = otherSeats.length === view.seats ? "All" : otherSeats.length > 2 ? `${otherSeats.length} players` : joinWithAnd(otherSeats.map((seat) => seatName(seats, seat)));
  const verbPhrases: Record<string, string> = {
    prepare: otherSeats.length === 1 ? "is not ready yet." : "are not ready yet.",
    turn: "draws or takes.",
    drawn: "has drawn a card.",
    jack: "may swap two cards.",
    "jack target": "chooses a card to swap for.",
    queen: "may look at an opponent’s card.",
    king: "may look at their own card.",
    call: "may call Dots.",
    "round over": "deals the next round.",
  };
  return `${waitingNames} ${verbPhrases[view.phase] ?? "moves next."}`;
}

function winnersText(view: View, seats: readonly SeatInfo[], you: number | null): string {
  const winnerNames = joinWithAnd(view.winners.map((seat) => seatName(seats, seat, you)));
  const pointsText = countWithNoun(view.scores[view.winners[0]!] ?? 0, "point");
  if (view.winners.length > 1) return `${winnerNames} share the win with ${pointsText}.`;
  return view.winners[0] === you ? `You win with ${pointsText}!` : `${winnerNames} wins with ${pointsText}.`;
}

/** Return the rank in words: "7" for "7♠", "ace" for "A♠". */
function rankName(card: string | null): string {
  return card === null ? "one" : card.slice(0, -1) === "A" ? "ace" : card.slice(0, -1);
}
