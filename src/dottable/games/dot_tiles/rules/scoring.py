"""The points of a sheet (C12, C13)."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import rule
from dottable.games.dot_tiles.pieces import (
    FLUSH,
    GROUP_COUNT,
    GROUP_SIZES,
    ONE_OF_A_KIND,
    colour_of_face,
    number_of_face,
)
from dottable.games.dot_tiles.rules.placement import is_full_sheet
from dottable.games.dot_tiles.state import is_group_complete, tile_in_box

FULL_SHEET_BONUS = 50
"""Points for a sheet without an empty box (C13)."""


@rule
def group_points(s: Any, seat: int, group: int) -> int:
    """Return the pips of a complete group, doubled for one colour; 0 for an incomplete group (C12)."""
    if not is_group_complete(s, seat, group):
        return 0
    pips = 0
    for k in range(GROUP_SIZES[group]):
        pips += number_of_face(tile_in_box(s, seat, group, k))
    return pips * 2 if is_group_doubled(s, seat, group) else pips


@rule
def is_group_doubled(s: Any, seat: int, group: int) -> bool:
    """Return whether a complete group has one colour and is doubled for it (C12)."""
    one_colour = can_group_double(s, group)
    colour = colour_of_face(tile_in_box(s, seat, group, 0))
    for k in range(GROUP_SIZES[group]):
        one_colour = one_colour and colour_of_face(tile_in_box(s, seat, group, k)) == colour
    return one_colour


@rule
def can_group_double(s: Any, group: int) -> bool:
    """Return whether a single colour doubles this group.

    An option exempts the two groups that always have a single colour (C12).
    """
    return s.single_colour_bonus == 1 or (group != ONE_OF_A_KIND and group != FLUSH)


@rule
def full_sheet_points(s: Any, seat: int) -> int:
    """Return the bonus for a sheet without an empty box, else 0 (C13)."""
    return FULL_SHEET_BONUS if is_full_sheet(s, seat) else 0


@rule
def total_points(s: Any, seat: int) -> int:
    """Return the total points of a seat's sheet, with the bonus for a full sheet."""
    points = full_sheet_points(s, seat)
    for group in range(GROUP_COUNT):
        points += group_points(s, seat, group)
    return points
