"""What a seat takes the cards in the tableaux for, in points. It reads only cards that the seat knows.

Who has looked at which card is public, for everybody saw it happen: a card that its owner knows and
keeps is taken for a low one, the lower the longer it has been kept.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from dottable.core.rule import rule
from dottable.games.dots_52.pieces import EMPTY, value
from dottable.games.dots_52.state import is_target_locked, knows

UNSEEN = 6.4
"""A card that nobody knows: a little more than the mean of the pack."""
UNSEEN_SPREAD = 23.8
"""How far such a card may be off, as a variance; others put their worst one right in their last turn."""
OWN_SPREAD = 14.0
"""The variance of an own unknown card."""

KEPT_AT_FIRST, KEPT_FADES = 4.8, 5.2
KEPT = np.array([KEPT_AT_FIRST * exp(-turn / KEPT_FADES) for turn in range(64)])
"""A card that its owner knows and has kept, by the turns each player has taken (fitted to 37,000 calls)."""
KEPT_SPREAD = 2.8
"""Its variance, as a multiple of its points."""

NOWHERE = -1
MOST = 1000.0


@rule
def turns_each(s: Any) -> int:
    """How many turns every player has taken in this round."""
    return s.turns // s.seats


@rule
def own_card(s: Any, seat: int, slot: int) -> float:
    """The points of an own card."""
    return float(value(s.tableau[seat, slot])) if knows(s, seat, seat, slot) else UNSEEN


@rule
def card_of_other(s: Any, seat: int, other: int, slot: int) -> float:
    """The points of another's card, as the seat sees it."""
    if knows(s, seat, other, slot):
        return float(value(s.tableau[other, slot]))
    return KEPT[turns_each(s)] if knows(s, other, other, slot) else UNSEEN


@rule
def has_unknown(s: Any, seat: int) -> bool:
    """Whether the seat has a card that it does not know."""
    for slot in range(s.slots_used[seat]):
        if s.tableau[seat, slot] != EMPTY and not knows(s, seat, seat, slot):
            return True
    return False


@rule
def highest_own(s: Any, seat: int) -> float:
    """The points of the highest own card; -1 if there is none."""
    highest = -1.0
    for slot in range(s.slots_used[seat]):
        if s.tableau[seat, slot] != EMPTY:
            highest = max(highest, own_card(s, seat, slot))
    return highest


@rule
def lowest_of_others(s: Any, seat: int) -> float:
    """The points of the lowest card that a Jack could take (D5, D12)."""
    lowest = MOST
    for other in range(s.seats):
        if other != seat and not is_target_locked(s, other):
            for slot in range(s.slots_used[other]):
                if s.tableau[other, slot] != EMPTY:
                    lowest = min(lowest, card_of_other(s, seat, other, slot))
    return lowest
