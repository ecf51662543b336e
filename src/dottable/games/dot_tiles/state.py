"""The record of a match, its options and its actions."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from dottable.core import options
from dottable.core.actions import ActionSpace
from dottable.core.record import i1, i2, record, u1, u2
from dottable.core.rule import rule
from dottable.games.dot_tiles.pieces import BOXES, FACES, FIRST_BOX, GROUPS, MOST_TILES, SIZES

SEATS = 4

PLANNING, STANDARD, LAST_TURN, OVER = range(4)


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    single_colour_bonus: Annotated[
        bool, Meta(description="Double 1 of a Kind and Flush too, which always have one colour (C12).")
    ] = True


STATE = record(
    single_colour_bonus=u1,
    phase=u1,
    turn=u1,
    starter=u1,
    bag=(u1, MOST_TILES),
    bag_left=i2,
    seen=(u1, FACES),
    hot=i1,
    drawn=i1,
    hand=(u1, (SEATS, FACES)),
    hand_left=(i1, SEATS),
    boxes=(i1, (SEATS, BOXES)),
    filled=(u1, (SEATS, GROUPS)),
    takers=(u2, (SEATS, FACES)),
    burned=(u1, FACES),
)
"""`hand` and `burned` count tiles by face; `seen` counts those that everybody has seen. Tiles lie in a
group in the order they came, but for the Run, which is kept sorted, and for Odds and Evens, where
every number has its own box. `takers` is the set of groups on a sheet that take a face."""

BURN = GROUPS
WAYS = GROUPS + 1
ACTIONS = ActionSpace(tile=(FACES, WAYS))
"""A tile of some face goes to a group, or is burned. Where it comes from follows: from the hand
while planning, else it is the drawn tile or the one in HOT SWAP."""


@rule
def action_of(face: int, way: int) -> int:
    return face * WAYS + way


@rule
def is_complete(s: Any, seat: int, group: int) -> bool:
    return s.filled[seat, group] == SIZES[group]


@rule
def tile_in(s: Any, seat: int, group: int, k: int) -> int:
    """The face in box `k` of a group."""
    return s.boxes[seat, FIRST_BOX[group] + k]
