"""Kernels of the view. Each computes many values that follow from the rules in one call."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import kernel
from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dots_72.knowledge.observation import known_places, most_of_face_in_pile
from dottable.games.dots_72.rules.flow import to_act
from dottable.games.dots_72.rules.piles import has_known_faces
from dottable.games.dots_72.state import may_take


@kernel
def write_view_facts(states: Any, i: int, out: Any) -> None:
    """Write all values that views need from the rules in one call, because calls are slow.

    Row 0: the mask of seats that may act, whether the top discard may be taken, whether the pile's cards are known.
    Then a row for every viewer, SPECTATOR first: `known_places` of every hand.
    """
    s = states[i]
    out[0, 0], out[0, 1], out[0, 2] = to_act(s), may_take(s), has_known_faces(s)
    for viewer in range(SPECTATOR, s.seats):
        for seat in range(s.seats):
            out[1 + viewer - SPECTATOR, seat] = known_places(s, viewer, seat)


@kernel
def most_in_pile_at(states: Any, i: int, viewer: int, face: int) -> int:
    return most_of_face_in_pile(states[i], viewer, face)
