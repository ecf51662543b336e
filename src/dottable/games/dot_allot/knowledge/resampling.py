"""Determinization: redraws the hands that a seat does not know."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import rekey
from dottable.core.primitives.rule import noinline_rule
from dottable.core.primitives.seats import popcount
from dottable.games.dot_allot.knowledge.observation import knows_hand
from dottable.games.dot_allot.rules.dealing import draw_random_card, put_into_hand
from dottable.games.dot_allot.state import SIDE_COUNT


@noinline_rule
def resample(s: Any, seat: int, g: Any) -> None:
    """Return unknown hands to the cards set aside. Then redraw these hands and future chance."""
    for side in range(SIDE_COUNT):
        if not knows_hand(s, seat, side):
            for k in range(s.hand_left[side]):
                s.aside |= 1 << s.hand[side, k]
    left = popcount(s.aside)
    for side in range(SIDE_COUNT):
        if not knows_hand(s, seat, side):
            count = s.hand_left[side]
            s.hand_left[side] = 0
            for _ in range(count):
                put_into_hand(s, side, draw_random_card(s, left, g))
                left -= 1
    rekey(s.rng, g)
