"""Forgetting, for bots that should not remember everything (D17)."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import rule
from dottable.games.dots_52.pieces import EMPTY
from dottable.games.dots_52.state import SLOTS, bit_of, knows

OWN_CARDS_LAST = 128
"""Own cards are remembered rather than those of others."""
STRONGEST = 1 << 30
NOTHING = -1


@rule
def is_remembered(s: Any, seat: int, other: int, slot: int) -> bool:
    """Whether the seat knows a card only from memory: it saw it, but does not see it now."""
    is_shown = s.shown_to[other, slot] & bit_of(seat) != 0
    return s.tableau[other, slot] != EMPTY and knows(s, seat, other, slot) and not is_shown


@rule
def strength(s: Any, seat: int, other: int, slot: int) -> int:
    """How well a card is remembered: chance, but the same in every move of the round."""
    mixed = (s.tableau[other, slot] + 1) * 40503 + (other * SLOTS + slot + 1) * 30011 + (s.round_number + seat) * 17389
    mixed = (mixed ^ (mixed >> 7)) * 52711 & 0xFFFFFF
    return ((mixed >> 9) & 0xFF) + (OWN_CARDS_LAST if other == seat else 0)


@rule
def weakest(s: Any, seat: int) -> int:
    """The place of the card that is remembered worst, as other * SLOTS + slot."""
    place = NOTHING
    least = STRONGEST
    for other in range(s.seats):
        for slot in range(s.slots_used[other]):
            if is_remembered(s, seat, other, slot) and strength(s, seat, other, slot) < least:
                least = strength(s, seat, other, slot)
                place = other * SLOTS + slot
    return place


@rule
def count_remembered(s: Any, seat: int) -> int:
    count = 0
    for other in range(s.seats):
        for slot in range(s.slots_used[other]):
            count += is_remembered(s, seat, other, slot)
    return count


@rule
def forget(s: Any, seat: int, capacity: int) -> None:
    """Let the seat remember no more than `capacity` face-down cards; below 0 it forgets nothing."""
    if capacity >= 0:
        for _ in range(count_remembered(s, seat) - capacity):
            place = weakest(s, seat)
            s.known_by[place // SLOTS, place % SLOTS] &= ~bit_of(seat)
