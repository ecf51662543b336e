"""Sentences for the reason codes of `rules/refusal_codes.py`."""

from __future__ import annotations

from dottable.games.dots_72.rules import refusal_codes as reasons

REFUSAL_SENTENCES = {
    reasons.NOT_IN_HAND: "You do not have that card.",
    reasons.DRAW_FIRST: "Draw a card or take the top discard first.",
    reasons.DISCARD_FIRST: "You have seven cards: discard one.",
    reasons.NOTHING_TO_TAKE: "The discard pile is empty; draw a card.",
    reasons.TAKE_LIMIT_REACHED: "Twelve turns in a row began with the top discard; now you have to draw.",
    reasons.CALLED_WRONGLY: "You have called wrongly in this turn, and these cards are not two sets either.",
    reasons.CALL_WITH_SIX: "You call with six cards: choose the card to discard with the call.",
    reasons.PASS_FIRST: "First choose a card to pass to the left.",
    reasons.NO_PASSING: "Cards are passed only when the draw pile is used up.",
    reasons.HAND_NOT_OVER: "This hand is not over yet.",
    reasons.DEAL_FIRST: "The hand is over; deal the next one.",
}
