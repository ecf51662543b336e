"""A sentence for every reason code of the rules."""

from __future__ import annotations

from dottable.games.dot_allot.rules import flow, placement

REFUSAL_SENTENCES = {
    placement.NOT_IN_HAND: "You do not have that card in hand.",
    placement.REVERSE_USED: "You have used a reverse face in this round already.",
    placement.NOT_COVERING: "The card must cover at least one cell of the next column.",
    placement.OFF_THE_TRACK: "The card must share at least one row with the track.",
    placement.GIVES_NO_DOT: "The card must put at least one dot into your opponent's rows.",
    flow.ROUND_NOT_OVER: "This round is not over yet.",
    flow.MUST_DEAL: "The round is over; deal the next one.",
}
