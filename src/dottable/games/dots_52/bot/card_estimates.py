"""Estimates the points of the cards in the tableaux, from what a seat knows.

All players see who looks at which card. A card that its owner knows and keeps is probably low. The longer it has been
kept, the lower it probably is.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from dottable.core.primitives.rule import rule
from dottable.games.dots_52.pieces import NO_CARD, card_points
from dottable.games.dots_52.state import is_target_locked, knows_card

UNKNOWN_POINTS = 6.4
"""Estimated points of a card that no player knows; slightly above the mean of the pack."""
UNKNOWN_VARIANCE = 23.8
"""Variance of another player's unknown card. It includes that the player improves the worst card in the last turn."""
OWN_UNKNOWN_VARIANCE = 14.0
"""Variance of an unknown card in the seat's own tableau."""

KEPT_POINTS_AT_START, KEPT_DECAY_TURNS = 4.8, 5.2
KEPT_CARD_POINTS_BY_TURN = np.array([KEPT_POINTS_AT_START * exp(-turn / KEPT_DECAY_TURNS) for turn in range(64)])
"""Estimated points of a card that its owner knows and keeps, by turns per seat.

The exponential decay was fitted to 37,000 calls.
"""
KEPT_VARIANCE_RATIO = 2.8
"""Variance of a kept card divided by its estimated points."""

FORGOTTEN_BIT = 9
"""Bit in `known_by` that marks a card that a bot with limited memory has forgotten. It stands for no viewer."""

ABOVE_ANY_CARD = 1000.0
"""A number of points that is higher than that of any card."""


@rule
def turns_per_seat(s: Any) -> int:
    """Return the number of turns that every seat has completed in this round."""
    return s.turns // s.seats


@rule
def is_forgotten(s: Any, seat: int, slot: int) -> bool:
    """Return whether the seat remembers that it has seen and kept its card, but has forgotten the card (D17)."""
    return (s.known_by[seat, slot] >> FORGOTTEN_BIT) & 1 != 0


@rule
def own_card_points(s: Any, seat: int, slot: int) -> float:
    """Return the points of one of the seat's cards, estimated if it is unknown or forgotten."""
    if knows_card(s, seat, seat, slot):
        return float(card_points(s.tableau[seat, slot]))
    return KEPT_CARD_POINTS_BY_TURN[turns_per_seat(s)] if is_forgotten(s, seat, slot) else UNKNOWN_POINTS


@rule
def other_card_points(s: Any, seat: int, other: int, slot: int) -> float:
    """Return the estimated points of another player's card."""
    if knows_card(s, seat, other, slot):
        return float(card_points(s.tableau[other, slot]))
    return KEPT_CARD_POINTS_BY_TURN[turns_per_seat(s)] if knows_card(s, other, other, slot) else UNKNOWN_POINTS


@rule
def has_unknown_own_card(s: Any, seat: int) -> bool:
    """Return whether the seat has a card that it does not know."""
    for slot in range(s.slots_used[seat]):
        if s.tableau[seat, slot] != NO_CARD and not knows_card(s, seat, seat, slot):
            return True
    return False


@rule
def highest_own_card_points(s: Any, seat: int) -> float:
    """Return the points of the seat's highest card; -1 without cards."""
    highest = -1.0
    for slot in range(s.slots_used[seat]):
        if s.tableau[seat, slot] != NO_CARD:
            highest = max(highest, own_card_points(s, seat, slot))
    return highest


@rule
def lowest_card_points_of_others(s: Any, seat: int) -> float:
    """Return the points of the lowest card that a Jack could take from another player (D5, D12)."""
    lowest = ABOVE_ANY_CARD
    for other in range(s.seats):
        if other != seat and not is_target_locked(s, other):
            for slot in range(s.slots_used[other]):
                if s.tableau[other, slot] != NO_CARD:
                    lowest = min(lowest, other_card_points(s, seat, other, slot))
    return lowest
