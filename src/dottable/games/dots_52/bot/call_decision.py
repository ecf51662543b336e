"""The decision to call "Dots" (D11 to D13), based on the probability that the call wins and on the scores."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_52.bot.card_estimates import (
    ABOVE_ANY_CARD,
    KEPT_CARD_POINTS_BY_TURN,
    KEPT_VARIANCE_RATIO,
    OWN_UNKNOWN_VARIANCE,
    UNKNOWN_POINTS,
    UNKNOWN_VARIANCE,
    is_forgotten,
    own_card_points,
    turns_per_seat,
)
from dottable.games.dots_52.pieces import NO_CARD, card_points
from dottable.games.dots_52.rules.scoring import CALL_LIMIT, LOST_CALL_PENALTY, MATCH_LIMIT
from dottable.games.dots_52.state import knows_card

MIN_WIN_CHANCE_BY_SEATS = np.array([0.0, 0.0, 0.4, 0.3, 0.25, 0.2, 0.2, 0.2, 0.2])
"""Minimum winning probability of a call early in a round, by number of seats."""
TURNS_TO_LOWEST_CHANCE, MIN_CHANCE_FACTOR = 12.0, 0.3
"""The minimum winning probability falls linearly, to 0 after TURNS_TO_LOWEST_CHANCE turns of each seat, but never below
MIN_CHANCE_FACTOR times its initial value."""
STALL_COSTS_BY_SEATS = np.array([0.0, 0.0, 3.0, 6.0, 8.0, 8.0, 8.0, 8.0, 8.0])
"""Cost in points of continuing without a call, per turn of each seat after the first turn, by number of seats.

Without it, careful players wait until all of them have almost no points, no call can win, and the round ends without a
call (D16). The values are the smallest round numbers with which less than 2 % of rounds end that way, at every level
(docs/bots/dots_52.md).
"""
FIRST_TURNS_FACTOR = 0.85
"""Factor on the winning probability of a call in the first two turns of each seat, fitted to 9,000 calls."""
REJECTED_VALUE = -1000.0
"""Value of an action that is never chosen."""
POINTS_PER_RETURN = 50.0
"""Number of points that are roughly worth a return of 1."""

LAST_TURN_FACTOR, LAST_TURN_GAIN = 1.065, 1.2
"""A rival's estimated total after the last turn is total * LAST_TURN_FACTOR - LAST_TURN_GAIN."""
NO_JACK_CHANCE = 0.93
"""Probability that another player does not spoil the call with a Jack (D12)."""
KNOWN_VARIANCE_RATIO, MIN_VARIANCE = 1.0, 0.3
"""Variance of a rival's card that the seat knows, divided by its points; minimum variance of a rival's total."""
WAITING_VALUE_PER_POINT = 0.35
"""Value of continuing, per point of the lead over the lowest rival."""
MIN_RIVAL_MARGIN = 1.5
"""Minimum assumed margin in points of a rival's total over the caller's after a call that wins."""

SOFTMAX_SLOPES_BY_SEATS = np.array([0.0, 0.0, 5.4, 13.1, 18.2, 22.3, 26.4, 27.9, 29.2])
"""Slope of the softmax over scores, by number of seats."""
SOFTMAX_SLOPE_OFFSET = 120.0
"""The slope is SOFTMAX_SLOPES_BY_SEATS[seats] / (SOFTMAX_SLOPE_OFFSET + points missing to the match limit)."""
SOFTMAX_SLOPE_AT_END = 2.0
"""Slope after the match is over, when only the order counts (D14).

The slopes were fitted to the ends of 145,000 rounds of the policy against itself.
"""


@rule
def normal_cdf(z: float) -> float:
    """Return the standard normal cumulative distribution function at `z`, by the logistic approximation."""
    return 1.0 / (1.0 + exp(-1.702 * z))


@rule
def estimate_own_total(s: Any, seat: int) -> tuple[float, float]:
    """Return the mean and variance of the seat's own total."""
    points = 0.0
    variance = 0.0
    for slot in range(s.slots_used[seat]):
        if s.tableau[seat, slot] != NO_CARD:
            points += own_card_points(s, seat, slot)
            if is_forgotten(s, seat, slot):
                variance += KEPT_VARIANCE_RATIO * own_card_points(s, seat, slot)
            elif not knows_card(s, seat, seat, slot):
                variance += OWN_UNKNOWN_VARIANCE
    return points, variance


@rule
def estimate_other_total(s: Any, seat: int, other: int) -> tuple[float, float]:
    """Return the mean and variance of another player's total at the reveal."""
    points = 0.0
    variance = MIN_VARIANCE
    kept = KEPT_CARD_POINTS_BY_TURN[turns_per_seat(s)]
    for slot in range(s.slots_used[other]):
        if s.tableau[other, slot] != NO_CARD:
            if knows_card(s, seat, other, slot):
                points += card_points(s.tableau[other, slot])
                variance += KNOWN_VARIANCE_RATIO * card_points(s.tableau[other, slot])
            elif knows_card(s, other, other, slot):
                points += kept
                variance += KEPT_VARIANCE_RATIO * kept
            else:
                points += UNKNOWN_POINTS
                variance += UNKNOWN_VARIANCE
    return points, variance


@rule
def softmax_slope(seats: int, highest: float) -> float:
    """Return the weight of a point in the softmax, given the highest score."""
    if highest >= MATCH_LIMIT:
        return SOFTMAX_SLOPE_AT_END
    return SOFTMAX_SLOPES_BY_SEATS[seats] / (SOFTMAX_SLOPE_OFFSET + MATCH_LIMIT - highest)


@noinline_rule
def expected_return(s: Any, seat: int, more: float, others_more: float) -> float:
    """Return the seat's expected return if it gets `more` points and all other seats `others_more`."""
    own = s.scores[seat] + more
    highest = own
    for other in range(s.seats):
        if other != seat:
            highest = max(highest, s.scores[other] + others_more)
    slope = softmax_slope(s.seats, highest)
    total = 1.0
    for other in range(s.seats):
        if other != seat:
            total += exp(slope * (own - s.scores[other] - others_more))
    return (s.seats / total - 1.0) / (s.seats - 1)


@rule
def min_win_chance(s: Any) -> float:
    """Return the minimum winning probability with which a call is made at this point of the round."""
    return MIN_WIN_CHANCE_BY_SEATS[s.seats] * max(MIN_CHANCE_FACTOR, 1.0 - turns_per_seat(s) / TURNS_TO_LOWEST_CHANCE)


@noinline_rule
def value_of_calling(s: Any, seat: int) -> float:
    """Return the value of a call minus the value of continuing, in points."""
    own, variance = estimate_own_total(s, seat)
    if own >= CALL_LIMIT:
        return REJECTED_VALUE
    chance = normal_cdf((CALL_LIMIT - 0.5 - own) / sqrt(variance)) if variance > 0 else 1.0
    lowest = ABOVE_ANY_CARD
    rival_points = 0.0
    for other in range(s.seats):
        if other != seat:
            points, other_variance = estimate_other_total(s, seat, other)
            chance *= normal_cdf((points * LAST_TURN_FACTOR - LAST_TURN_GAIN - own) / sqrt(other_variance + variance))
            lowest = min(lowest, points)
            rival_points += max(points, own + MIN_RIVAL_MARGIN)
            if s.cards[other] == 0:
                return REJECTED_VALUE  # no total is lower than that of an empty tableau (D13)
    chance *= NO_JACK_CHANCE ** (s.seats - 2)
    if turns_per_seat(s) <= 1:
        chance *= FIRST_TURNS_FACTOR
    if chance < min_win_chance(s):
        return REJECTED_VALUE
    rival_points /= s.seats - 1
    now = chance * expected_return(s, seat, 0.0, rival_points) + (1.0 - chance) * expected_return(
        s, seat, LOST_CALL_PENALTY, 0.0
    )
    stall_cost = STALL_COSTS_BY_SEATS[s.seats] * max(0, turns_per_seat(s) - 1)
    later = expected_return(s, seat, stall_cost, WAITING_VALUE_PER_POINT * (lowest - own))
    return POINTS_PER_RETURN * (now - later)
