"""A sentence for every reason code of the rules."""

from __future__ import annotations

from dottable.games.dot_allot.rules import flow, placement

REFUSAL_SENTENCES = {
    placement.NOT_IN_HAND_REFUSAL: "You do not have that card in hand.",
    placement.REVERSE_USED_REFUSAL: "You have flipped a card in this round already.",
    placement.NOT_COVERING_REFUSAL: "The card must overlap the last card (the first card: the track).",
    placement.OFF_TRACK_REFUSAL: "The card must share at least one row with the track.",
    placement.GIVES_NO_DOT_REFUSAL: "At least one dot of the card must lie in your opponent's rows.",
    flow.ROUND_NOT_OVER_REFUSAL: "This round is not over yet.",
    flow.MUST_DEAL_REFUSAL: "The round is over; deal the next one.",
}
