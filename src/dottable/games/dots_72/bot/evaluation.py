"""Expected returns at the end of a rollout: between hands by the totals, within a hand also by the hand values."""

from __future__ import annotations

from math import exp
from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.bot.hand_value import evaluate_hand
from dottable.games.dots_72.bot.weights import GREEDY_INDEX, WEIGHTS
from dottable.games.dots_72.pieces import NO_CARD
from dottable.games.dots_72.state import HAND_OVER

HAND_AT_TURN_FACTOR = 1.2
"""Factor on the strength of the hand of the seat to move. Fitted to 50,000 turns of greedy play by two."""
HAND_VALUE_EXPONENT = 0.53
"""Exponent of a hand's value in its strength. Fitted with HAND_AT_TURN_FACTOR; explains an eighth of the variance."""
MEAN_CALL_POINTS = 98
"""Mean score of a call in greedy play."""


@rule
def stage_number(s: Any) -> int:
    """Return the number of finished hands. A stage of this game is a hand."""
    return s.hand_number + (s.phase >= HAND_OVER)


@rule
def strength_of_total(points: int, seats: int) -> float:
    """Return the logit of a total in the softmax that predicts the winner.

    The coefficients were fitted by logistic regression to 60,000 ends of hands in greedy matches of two, and as
    many of four. The seat that starts the next hand made no difference.
    """
    hundreds = points / 100.0
    return (0.24 + 0.08 * seats) * hundreds + 0.07 * hundreds * hundreds


@rule
def evaluate_stage_end(s: Any, out: Any) -> None:
    """Write the expected return of every seat after a hand and before the next: a softmax of the total scores."""
    total = 0.0
    for seat in range(s.seats):
        out[seat] = exp(strength_of_total(s.scores[seat], s.seats))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] = (s.seats * (out[seat] / total) - 1.0) / (s.seats - 1)


@rule
def strength_of_hand(s: Any, seat: int, buffer: Any) -> float:
    """Return a number proportional to the probability that the seat calls first."""
    strength = (1.0 + evaluate_hand(s, seat, NO_CARD, WEIGHTS[GREEDY_INDEX], buffer)) ** HAND_VALUE_EXPONENT
    return strength * HAND_AT_TURN_FACTOR if seat == s.turn else strength


@noinline_rule
def evaluate_midstage(s: Any, buffer: Any, out: Any) -> None:
    """Write the expected return of every seat within a hand.

    It is the mean over the seats that may call first, each scoring MEAN_CALL_POINTS.
    """
    everyone = 0.0
    for seat in range(s.seats):
        everyone += strength_of_hand(s, seat, buffer)
    for seat in range(s.seats):
        out[seat] = 0.0
    for winner in range(s.seats):
        chance = strength_of_hand(s, winner, buffer) / everyone
        total = 0.0
        for seat in range(s.seats):
            total += exp(strength_of_total(s.scores[seat] + (MEAN_CALL_POINTS if seat == winner else 0), s.seats))
        for seat in range(s.seats):
            share = (
                exp(strength_of_total(s.scores[seat] + (MEAN_CALL_POINTS if seat == winner else 0), s.seats)) / total
            )
            out[seat] += chance * (s.seats * share - 1.0) / (s.seats - 1)
