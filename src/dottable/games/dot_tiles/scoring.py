"""What a sheet is worth (C12, C13)."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import rule
from dottable.games.dot_tiles.pieces import FLUSH, GROUPS, ONE, SIZES, colour, number
from dottable.games.dot_tiles.placement import is_full_sheet
from dottable.games.dot_tiles.state import is_complete, tile_in

FULL_SHEET_BONUS = 50


@rule
def group_points(s: Any, seat: int, group: int) -> int:
    """The pips of a complete group, doubled if it has one colour (C12)."""
    if not is_complete(s, seat, group):
        return 0
    pips = 0
    for k in range(SIZES[group]):
        pips += number(tile_in(s, seat, group, k))
    return pips * 2 if is_doubled(s, seat, group) else pips


@rule
def is_doubled(s: Any, seat: int, group: int) -> bool:
    """Whether a complete group has one colour, and that counts (C12)."""
    one_colour = may_double(s, group)
    for k in range(SIZES[group]):
        one_colour = one_colour and colour(tile_in(s, seat, group, k)) == colour(tile_in(s, seat, group, 0))
    return one_colour


@rule
def may_double(s: Any, group: int) -> bool:
    """Whether one colour doubles this group; an option exempts the two that always have one (C12)."""
    return s.single_colour_bonus == 1 or (group != ONE and group != FLUSH)


@rule
def full_sheet_points(s: Any, seat: int) -> int:
    """50 more for a sheet without an empty box (C13)."""
    return FULL_SHEET_BONUS if is_full_sheet(s, seat) else 0


@rule
def total(s: Any, seat: int) -> int:
    """A seat's points."""
    points = full_sheet_points(s, seat)
    for group in range(GROUPS):
        points += group_points(s, seat, group)
    return points
