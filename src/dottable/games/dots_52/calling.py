"""Whether to call "Dots" (D11 to D13): the chance that the call holds, weighed by the score of the match."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from dottable.core.rule import big_rule, rule
from dottable.games.dots_52.estimate import (
    KEPT,
    KEPT_SPREAD,
    MOST,
    OWN_SPREAD,
    UNSEEN,
    UNSEEN_SPREAD,
    own_card,
    turns_each,
)
from dottable.games.dots_52.pieces import EMPTY, value
from dottable.games.dots_52.scoring import CALL_LIMIT, MATCH_LIMIT, PENALTY
from dottable.games.dots_52.state import knows

HOPELESS = 0.4
"""Below this chance no score of the match makes a call worth a thought."""
SILLY = -1000.0
POINTS_OF_A_MATCH = 50.0
"""Turns a part of the match's return into points, about."""

LAST_TURN_FACTOR, LAST_TURN_GAIN = 1.065, 1.2
"""What is left of others' points after the turn that they still have."""
UNTOUCHED = 0.93
"""The chance that a further player does not spoil the call with a Jack (D12)."""
KNOWN_SPREAD, LEAST_SPREAD = 1.0, 0.3
PATIENCE, PATIENCE_PER_POINT = 0.0, 0.35
"""What playing on is worth: some points, and more the further one is ahead."""
LEAST_WIN = 1.5

STEEPNESS = np.array([0.0, 0.0, 5.4, 13.1, 18.2, 22.3, 26.4, 27.9, 29.2])
STEEP_FROM = 120.0
STEEP_AT_THE_END = 2.0
"""How fast the chances to win the match part with the points, by the number of seats; a softmax, fitted to
the ends of 145,000 rounds of the policy against itself."""


@rule
def normal(z: float) -> float:
    """The chance that a normal variable is below `z`, closely."""
    return 1.0 / (1.0 + exp(-1.702 * z))


@rule
def own_total(s: Any, seat: int) -> tuple[float, float]:
    """The seat's points as it thinks, and their variance."""
    points = 0.0
    spread = 0.0
    for slot in range(s.slots_used[seat]):
        if s.tableau[seat, slot] != EMPTY:
            points += own_card(s, seat, slot)
            if not knows(s, seat, seat, slot):
                spread += OWN_SPREAD
    return points, spread


@rule
def total_of_other(s: Any, seat: int, other: int) -> tuple[float, float]:
    """Another's points as the seat thinks, and the variance of what they will be at the reveal."""
    points = 0.0
    spread = LEAST_SPREAD
    kept = KEPT[turns_each(s)]
    for slot in range(s.slots_used[other]):
        if s.tableau[other, slot] != EMPTY:
            if knows(s, seat, other, slot):
                points += value(s.tableau[other, slot])
                spread += KNOWN_SPREAD * value(s.tableau[other, slot])
            elif knows(s, other, other, slot):
                points += kept
                spread += KEPT_SPREAD * kept
            else:
                points += UNSEEN
                spread += UNSEEN_SPREAD
    return points, spread


@rule
def steepness(seats: int, most: float) -> float:
    """How much a point counts when the player with most points has so many; all, once the match is over (D14)."""
    if most >= MATCH_LIMIT:
        return STEEP_AT_THE_END
    return STEEPNESS[seats] / (STEEP_FROM + MATCH_LIMIT - most)


@big_rule
def standing(s: Any, seat: int, more: float, others_more: float) -> float:
    """The return a seat can expect if it and all others got these points besides."""
    own = s.scores[seat] + more
    most = own
    for other in range(s.seats):
        if other != seat:
            most = max(most, s.scores[other] + others_more)
    steep = steepness(s.seats, most)
    total = 1.0
    for other in range(s.seats):
        if other != seat:
            total += exp(steep * (own - s.scores[other] - others_more))
    return (s.seats / total - 1.0) / (s.seats - 1)


@big_rule
def gain_of_calling(s: Any, seat: int) -> float:
    """What a call is worth compared with playing on, in points."""
    own, spread = own_total(s, seat)
    if own >= CALL_LIMIT:
        return SILLY
    chance = normal((CALL_LIMIT - 0.5 - own) / sqrt(spread)) if spread > 0 else 1.0
    lowest = MOST
    prize = 0.0
    for other in range(s.seats):
        if other != seat:
            points, doubt = total_of_other(s, seat, other)
            chance *= normal((points * LAST_TURN_FACTOR - LAST_TURN_GAIN - own) / sqrt(doubt + spread))
            lowest = min(lowest, points)
            prize += max(points, own + LEAST_WIN)
            if s.cards[other] == 0:
                return SILLY  # nobody has less than nothing (D13)
    chance *= UNTOUCHED ** (s.seats - 2)
    if chance < HOPELESS:
        return SILLY
    prize /= s.seats - 1
    now = chance * standing(s, seat, 0.0, prize) + (1.0 - chance) * standing(s, seat, PENALTY, 0.0)
    later = standing(s, seat, 0.0, PATIENCE + PATIENCE_PER_POINT * (lowest - own))
    return POINTS_OF_A_MATCH * (now - later)
