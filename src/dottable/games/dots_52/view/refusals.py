"""Sentences for the reason codes of `rules/refusals.py`."""

from __future__ import annotations

from dottable.games.dots_52.rules import refusals as reasons

REFUSAL_SENTENCES = {
    reasons.NO_CARD_THERE: "There is no card in that place.",
    reasons.NOTHING_ON_PILE: "There is no card on the pile to take yet.",
    reasons.NOTHING_TO_DRAW: "There is no card left to draw.",
    reasons.DRAW_FIRST: "Draw a card first.",
    reasons.ALREADY_DRAWN: "You have drawn a card: put it into a place or lay it on the pile.",
    reasons.PEEK_FIRST: "First look at two of your cards.",
    reasons.PEEKED: "You may look at two of your cards only once, before the first turn.",
    reasons.SNAP_OR_PASS: "First snap the card on the pile, or pass.",
    reasons.NOTHING_TO_SNAP: "There is no card on the pile to snap yet.",
    reasons.SNAP_IS_OVER: "The time to snap this card is over.",
    reasons.SNAP_TRIED: "You have already tried to snap this card.",
    reasons.COURT_ON_PILE: "A court card cannot be snapped.",
    reasons.OTHERS_CARD_ONLY: "Choose a card of another player.",
    reasons.OWN_CARD_ONLY: "Choose one of your own cards.",
    reasons.CALLER_LOCKED: "The cards of the player who called are locked.",
    reasons.NO_SUCH_PLAYER: "There is no such player at this table.",
    reasons.ALREADY_CALLED: "Dots has been called in this round already.",
    reasons.CALL_AFTER_TURN: "Finish your turn first; then you may call.",
    reasons.NO_POWER: "That takes a Jack, Queen or King turned over from the stock.",
    reasons.POWER_FIRST: "First use the power of the court card, or decline it.",
    reasons.OTHER_POWER: "That is not what this court card does.",
    reasons.OWN_CARD_FIRST: "First choose the card of your own to swap.",
    reasons.OWN_CARD_CHOSEN: "You have chosen your card; now choose one of another player.",
    reasons.CALL_OR_END: "Your turn is done: call Dots or end it.",
    reasons.DEAL_FIRST: "The round is over; deal the next one.",
    reasons.ROUND_RUNS: "This round is not over yet.",
    reasons.CLOCK_ONLY: "Only the clock can end the time to snap.",
}
