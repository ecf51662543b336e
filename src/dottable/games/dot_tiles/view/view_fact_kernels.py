"""Kernels of the view. Each computes many values that follow from the rules in one call."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import kernel
from dottable.games.dot_tiles.knowledge.observation import knows_drawn_tile
from dottable.games.dot_tiles.pieces import GROUP_COUNT
from dottable.games.dot_tiles.rules.scoring import full_sheet_points, group_points, total_points


@kernel
def write_points_by_seat(states: Any, i: int, out: Any) -> None:
    """Write for every seat the points of each group, the points for a full sheet, and the total."""
    s = states[i]
    for seat in range(s.seats):
        for group in range(GROUP_COUNT):
            out[seat, group] = group_points(s, seat, group)
        out[seat, GROUP_COUNT] = full_sheet_points(s, seat)
        out[seat, GROUP_COUNT + 1] = total_points(s, seat)


@kernel
def knows_drawn_tile_in_record(states: Any, i: int, seat: int) -> bool:
    """Return `knows_drawn_tile` for entry `i` of an array of records. An array is cheaper to pass than a record."""
    return knows_drawn_tile(states[i], seat)
