"""What a seat knows, for programs: its own card and everything on the table."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import rekey, shuffle
from dottable.core.primitives.rule import rule

from .state import CARDS, SEATS

OBSERVATION_SIZE = 4 + SEATS
"""Length of the observation: number of seats, turn (0 is mine), dots left, my card, dots taken (mine first)."""


@rule
def is_known(s: Any, seat: int, other: int) -> bool:
    """Return whether a seat knows the card of another: its owner does, and at the end every seat."""
    return seat == other or s.heap == 0


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    """Write the observation of a seat."""
    out[0] = s.seats
    out[1] = (s.turn - seat + s.seats) % s.seats
    out[2] = s.heap
    out[3] = s.cards[seat]
    for k in range(SEATS):
        out[4 + k] = s.taken[(seat + k) % s.seats] if k < s.seats else 0


@rule
def resample(s: Any, seat: int, g: Any) -> None:
    """Redraw all cards that the seat does not know, and future chance."""
    if s.heap == 0:
        redraw(s.cards[s.seats :], CARDS - s.seats, g)
    elif seat < 0:
        redraw(s.cards, CARDS, g)
    else:
        s.cards[seat], s.cards[CARDS - 1] = s.cards[CARDS - 1], s.cards[seat]
        redraw(s.cards, CARDS - 1, g)
        s.cards[seat], s.cards[CARDS - 1] = s.cards[CARDS - 1], s.cards[seat]
    rekey(s.rng, g)


@rule
def redraw(cards: Any, count: int, g: Any) -> None:
    """Sort the cards, then shuffle them: so the result does not depend on the true order."""
    for k in range(1, count):
        j = k
        while j > 0 and cards[j - 1] > cards[j]:
            cards[j - 1], cards[j] = cards[j], cards[j - 1]
            j -= 1
    shuffle(g, cards, count)
