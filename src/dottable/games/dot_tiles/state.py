"""The options, the state record and the action space of DOT: Dice or Tiles."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from dottable.core import options
from dottable.core.primitives.action_space import ActionSpace
from dottable.core.primitives.record import i1, i2, record, u1, u2
from dottable.core.primitives.rule import rule
from dottable.games.dot_tiles.pieces import (
    BOX_COUNT,
    FACE_COUNT,
    FIRST_BOX_OF_GROUP,
    GROUP_COUNT,
    GROUP_SIZES,
    MAX_TILES,
)

SEATS = 4
"""Maximum number of seats."""

PLANNING_TURN, STANDARD_TURN, LAST_TURN, OVER = range(4)
"""Phases of a match."""


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The settings of a match."""

    single_colour_bonus: Annotated[
        bool, Meta(description="Double 1 of a Kind and Flush too, which always have one colour (C12).")
    ] = True


STATE = record(
    single_colour_bonus=u1,
    phase=u1,
    turn=u1,
    starter=u1,
    bag=(u1, MAX_TILES),
    bag_left=i2,
    seen=(u1, FACE_COUNT),
    hot=i1,
    drawn=i1,
    hand=(u1, (SEATS, FACE_COUNT)),
    hand_left=(i1, SEATS),
    boxes=(i1, (SEATS, BOX_COUNT)),
    filled=(u1, (SEATS, GROUP_COUNT)),
    open_groups=(u2, (SEATS, FACE_COUNT)),
    burned=(u1, FACE_COUNT),
)
"""The record of a match.

- `turn`, `starter`: seats.
- `bag`: the faces in the bag, in no order; the first `bag_left` entries count.
- `seen`, `burned`: number of tiles per face that every seat has seen, or that were burned.
- `hot`, `drawn`: the face in HOT SWAP and the face just drawn, or NO_TILE.
- `hand`, `hand_left`: number of tiles per face in each hand, and in all.
- `boxes`, `filled`: the face in each box, and the number of filled boxes per group. Tiles lie in the order of
  placement, but the Run is sorted, and Odds and Evens have one box per number.
- `open_groups`: for each face the set of groups that can take it.
"""

BURN_DESTINATION = GROUP_COUNT
"""Destination number that means burning the tile. The other destinations are the groups."""
DESTINATION_COUNT = GROUP_COUNT + 1
ACTIONS = ActionSpace(tile=(FACE_COUNT, DESTINATION_COUNT))
"""An action sends a tile of a face to a destination. The phase implies its source: the hand, or the drawn and HOT SWAP
tiles."""


@rule
def tile_action(face: int, destination: int) -> int:
    """Return the action that sends a tile of a face to a destination."""
    return face * DESTINATION_COUNT + destination


@rule
def is_group_complete(s: Any, seat: int, group: int) -> bool:
    """Return whether every box of a group is filled."""
    return s.filled[seat, group] == GROUP_SIZES[group]


@rule
def tile_in_box(s: Any, seat: int, group: int, k: int) -> int:
    """Return the face in box `k` of a group, or NO_TILE."""
    return s.boxes[seat, FIRST_BOX_OF_GROUP[group] + k]
