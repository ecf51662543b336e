"""Kernels of the view. Each computes many values that follow from the rules in one call."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import kernel, rule
from dottable.games.dot_tiles.knowledge.completion import (
    BOTH_COLOURS,
    can_complete,
    count_tiles_left,
    group_doubling,
)
from dottable.games.dot_tiles.knowledge.observation import knows_drawn_tile
from dottable.games.dot_tiles.pieces import BOX_COUNT, FACE_COUNT, GROUP_COUNT
from dottable.games.dot_tiles.rules.placement import group_accepts_tile, place_tile
from dottable.games.dot_tiles.rules.scoring import full_sheet_points, group_points, total_points

SHEET_SIZE = BOX_COUNT + GROUP_COUNT + FACE_COUNT
"""Count of numbers that describe a sheet in a state record."""
NOT_ACCEPTED = -1
"""Stands for the points of a placement that the group does not accept."""


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


@kernel
def write_group_prospects(states: Any, i: int, left: Any, out: Any) -> None:
    """Write for every seat and group whether it can be completed, and its `group_doubling`.

    `left` is working memory with one entry per face.
    """
    s = states[i]
    count_tiles_left(s, left)
    for seat in range(s.seats):
        for group in range(GROUP_COUNT):
            out[seat, group, 0] = can_complete(s, seat, group, BOTH_COLOURS, left)
            out[seat, group, 1] = group_doubling(s, seat, group, left)


@kernel
def write_placement_facts(states: Any, i: int, seat: int, left: Any, saved: Any, out: Any) -> None:
    """Write for every face and group the points that a placement adds, or NOT_ACCEPTED, and the group's doubling.

    `left` and `saved` are working memory with one entry per face and SHEET_SIZE entries.
    """
    s = states[i]
    count_tiles_left(s, left)
    save_sheet(s, seat, saved)
    points = total_points(s, seat)
    for face in range(FACE_COUNT):
        left[face] -= 1
        for group in range(GROUP_COUNT):
            out[face, group, 0] = NOT_ACCEPTED
            if group_accepts_tile(s, seat, group, face):
                place_tile(s, seat, group, face)
                out[face, group, 0] = total_points(s, seat) - points
                out[face, group, 1] = group_doubling(s, seat, group, left)
                restore_sheet(s, seat, saved)
        left[face] += 1


@rule
def save_sheet(s: Any, seat: int, saved: Any) -> None:
    """Copy the numbers of a sheet to `saved`."""
    for box in range(BOX_COUNT):
        saved[box] = s.boxes[seat, box]
    for group in range(GROUP_COUNT):
        saved[BOX_COUNT + group] = s.filled[seat, group]
    for face in range(FACE_COUNT):
        saved[BOX_COUNT + GROUP_COUNT + face] = s.open_groups[seat, face]


@rule
def restore_sheet(s: Any, seat: int, saved: Any) -> None:
    """Copy the numbers of a sheet back from `saved`."""
    for box in range(BOX_COUNT):
        s.boxes[seat, box] = saved[box]
    for group in range(GROUP_COUNT):
        s.filled[seat, group] = saved[BOX_COUNT + group]
    for face in range(FACE_COUNT):
        s.open_groups[seat, face] = saved[BOX_COUNT + GROUP_COUNT + face]
