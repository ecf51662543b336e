"""Limited memory for weaker bots (D17)."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import rule
from dottable.games.dots_52.bot.card_estimates import FORGOTTEN_BIT
from dottable.games.dots_52.pieces import NO_CARD
from dottable.games.dots_52.state import MAX_SLOTS, knows_card, viewer_bit

OWN_CARD_BONUS = 128
"""Added to the memory strength of the seat's own cards, so that they are forgotten last."""
ABOVE_ANY_STRENGTH = 1 << 30
NO_PLACE = -1


@rule
def is_remembered(s: Any, seat: int, other: int, slot: int) -> bool:
    """Return whether the seat knows a card only from memory: it has seen it, but does not see it at present."""
    is_shown = s.shown_to[other, slot] & viewer_bit(seat) != 0
    return s.tableau[other, slot] != NO_CARD and knows_card(s, seat, other, slot) and not is_shown


@rule
def memory_strength(s: Any, seat: int, other: int, slot: int) -> int:
    """Return how well a card is remembered. It is a pseudorandom number that is constant during a round."""
    mixed = (
        (s.tableau[other, slot] + 1) * 40503 + (other * MAX_SLOTS + slot + 1) * 30011 + (s.round_number + seat) * 17389
    )
    mixed = (mixed ^ (mixed >> 7)) * 52711 & 0xFFFFFF
    return ((mixed >> 9) & 0xFF) + (OWN_CARD_BONUS if other == seat else 0)


@rule
def weakest_memory(s: Any, seat: int) -> int:
    """Return the worst remembered card as other * MAX_SLOTS + slot."""
    place = NO_PLACE
    least = ABOVE_ANY_STRENGTH
    for other in range(s.seats):
        for slot in range(s.slots_used[other]):
            if is_remembered(s, seat, other, slot) and memory_strength(s, seat, other, slot) < least:
                least = memory_strength(s, seat, other, slot)
                place = other * MAX_SLOTS + slot
    return place


@rule
def count_remembered(s: Any, seat: int) -> int:
    """Return the number of cards that the seat knows only from memory."""
    count = 0
    for other in range(s.seats):
        for slot in range(s.slots_used[other]):
            count += is_remembered(s, seat, other, slot)
    return count


@rule
def forget(s: Any, seat: int, capacity: int) -> None:
    """Forget all but `capacity` face-down cards. A negative capacity forgets nothing.

    The seat still remembers that it has seen and kept its own card, so that the card is probably low.
    """
    if capacity >= 0:
        for _ in range(count_remembered(s, seat) - capacity):
            place = weakest_memory(s, seat)
            s.known_by[place // MAX_SLOTS, place % MAX_SLOTS] &= ~viewer_bit(seat)
            if place // MAX_SLOTS == seat:
                s.known_by[seat, place % MAX_SLOTS] |= 1 << FORGOTTEN_BIT
