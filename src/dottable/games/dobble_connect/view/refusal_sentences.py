"""Sentences for the reason codes of `rules/flow.py`."""

from __future__ import annotations

from dottable.games.dobble_connect.rules import flow as rules

REFUSAL_SENTENCES = {
    rules.LOCKED_REFUSAL: "You named a wrong symbol; wait until your time is up.",
    rules.PLAYED_OUT_REFUSAL: "You have played all your cards of this round.",
    rules.TOO_LATE_REFUSAL: "Too late: a card lies there already.",
    rules.NO_SUCH_SPOT_REFUSAL: "There is no such card on the table.",
    rules.ROUND_HAS_ENDED_REFUSAL: "The round is over; the next one has to be dealt first.",
    rules.ROUND_GOES_ON_REFUSAL: "The round is not over yet.",
    rules.ONLY_DEALER_REFUSAL: "Another player deals the next round.",
    rules.ONLY_CLOCK_REFUSAL: "Only the clock can end a wait.",
}
