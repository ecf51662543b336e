"""Limited memory for weaker bots: a seat forgets known cards in other hands and the order of a turned pile."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import rule
from dottable.games.dots_72.state import viewer_bit

HASH_MULTIPLIER = 2654435761
"""Knuth's multiplicative hash constant for 32 bits."""
MASK_32_BITS = 0xFFFFFFFF


@rule
def forget(s: Any, seat: int, capacity: int) -> None:
    """Remove all but about `capacity` of the facts that the seat remembers. A negative capacity removes none.

    A fact is a known card in another hand (B6, B9, B10) or a card of a pile whose order is known (B10). The order of a
    pile is forgotten as a whole. Open cards stay known. The choice depends only on what the seat knows.
    """
    if capacity < 0:
        return
    facts = 0
    for other in range(s.seats):
        for k in range(s.held[other]):
            facts += is_remembered(s, seat, other, k)
    if s.pile_is_known and facts + s.pile_left > capacity:
        s.pile_is_known = 0
    while facts > capacity:
        forget_one_card(s, seat)
        facts -= 1


@rule
def is_remembered(s: Any, seat: int, other: int, k: int) -> bool:
    """Return whether the seat knows the card at place `k` of another hand."""
    return other != seat and s.known[other, k] & viewer_bit(seat) != 0


@rule
def forget_one_card(s: Any, seat: int) -> None:
    """Forget the known card in another hand with the highest hash.

    Of equal cards, the last is forgotten (see `rules/hands.py`).
    """
    highest, at, place = -1, 0, 0
    for other in range(s.seats):
        for k in range(s.held[other]):
            rank = hash_32_bits(((s.hand_number * 8 + seat) * 8 + other) * 64 + s.hand[other, k])
            if is_remembered(s, seat, other, k) and rank >= highest:
                highest, at, place = rank, other, k
    s.known[at, place] &= ~viewer_bit(seat)


@rule
def hash_32_bits(number: int) -> int:
    """Return a 32-bit hash of a number."""
    mixed = (number * HASH_MULTIPLIER) & MASK_32_BITS
    mixed = ((mixed ^ (mixed >> 15)) * HASH_MULTIPLIER) & MASK_32_BITS
    return mixed ^ (mixed >> 13)
