"""Forgetting: a seat keeps in mind some of the cards it saw go into other hands, of a pile's order and of turns."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import rule
from dottable.games.dots_72.state import bit_of
from dottable.games.dots_72.story import end_story

SPREAD = 2654435761
"""Knuth's multiplier: it scatters small numbers over 32 bits."""
WORD = 0xFFFFFFFF


@rule
def forget(s: Any, seat: int, capacity: int) -> None:
    """Leave the seat about `capacity` of the things it remembers; it forgets the same ones from move to move.

    Things are cards in other hands (B6, B9, B10), the cards of a pile that was turned over (B10), and the turns since
    the deal; the order of the one and the story of the others are forgotten as a whole. What lies openly on the
    table stays known; less than 0 means: forget nothing.
    """
    if capacity < 0:
        return
    things = 0
    for other in range(s.seats):
        for k in range(s.held[other]):
            things += is_remembered(s, seat, other, k)
    if s.pile_is_known and things + s.pile_left > capacity:
        s.pile_is_known = 0
    if things + s.told > capacity:
        end_story(s)
    while things > capacity:
        forget_one(s, seat)
        things -= 1


@rule
def is_remembered(s: Any, seat: int, other: int, k: int) -> bool:
    return other != seat and s.known[other, k] & bit_of(seat) != 0


@rule
def forget_one(s: Any, seat: int) -> None:
    """Forget the card in another hand that is hardest to remember; of equal ones the last (see `hands.py`)."""
    hardest, at, place = -1, 0, 0
    for other in range(s.seats):
        for k in range(s.held[other]):
            effort = scatter(((s.hand_number * 8 + seat) * 8 + other) * 64 + s.hand[other, k])
            if is_remembered(s, seat, other, k) and effort >= hardest:
                hardest, at, place = effort, other, k
    s.known[at, place] &= ~bit_of(seat)


@rule
def scatter(number: int) -> int:
    """32 bits that look random but depend on the number alone."""
    mixed = (number * SPREAD) & WORD
    mixed = ((mixed ^ (mixed >> 15)) * SPREAD) & WORD
    return mixed ^ (mixed >> 13)
