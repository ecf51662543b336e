"""Kernels of the view. Each computes many values that follow from the rules in one call."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import kernel, rule
from dottable.core.primitives.seats import popcount
from dottable.games.dot_allot.knowledge.observation import knows_hand
from dottable.games.dot_allot.pieces import COLOUR_COUNT, SIDE_COLUMN_BITS
from dottable.games.dot_allot.rules.placement import first_row_to_cover, last_row_to_cover
from dottable.games.dot_allot.rules.scoring import (
    can_score_colour,
    group_of_lowest_dot,
    visible_dots_of_side,
    write_groups_and_points,
)
from dottable.games.dot_allot.state import (
    SIDE_COUNT,
    first_scoring_row,
    grey_column,
    scoring_rows_per_side,
    start_column,
    starting_side,
)

LAYOUT_SCALAR_COUNT = 6
"""Count of single numbers in a RoundLayout."""
NUMBERS_PER_SIDE = 2 + COLOUR_COUNT + 1


@kernel
def write_round_layout(states: Any, i: int, out: Any) -> None:
    """Write the single numbers of a RoundLayout, then NUMBERS_PER_SIDE for each side.

    These are its first row, the set of colours it can score for, the sizes of its largest groups and its points.
    """
    s = states[i]
    out[0] = starting_side(s, s.round_index)
    out[1] = start_column(s)
    out[2] = grey_column(s)
    out[3] = scoring_rows_per_side(s)
    out[4] = first_row_to_cover(s)
    out[5] = last_row_to_cover(s)
    for side in range(SIDE_COUNT):
        part = out[LAYOUT_SCALAR_COUNT + side * NUMBERS_PER_SIDE :]
        part[0] = first_scoring_row(s, side)
        part[1] = 0
        for colour in range(COLOUR_COUNT):
            if can_score_colour(s, side, colour):
                part[1] |= 1 << colour
        write_groups_and_points(s, side, part[2:])


@kernel
def knows_hand_in_record(states: Any, i: int, seat: int, side: int) -> bool:
    """Return `knows_hand` for entry `i` of an array of records. An array is cheaper to pass than a record."""
    return knows_hand(states[i], seat, side)


@rule
def largest_group_cells(dots: int) -> int:
    """Return the largest group among dots of one colour in one side's rows, as a set (A13)."""
    best = 0
    while dots != 0:
        group = group_of_lowest_dot(dots)
        if popcount(group) > popcount(best):
            best = group
        dots ^= group
    return best


@kernel
def write_largest_groups(states: Any, i: int, columns: int, out: Any) -> None:
    """Write the largest group of each side and colour in the first `columns` columns, each as a set of cells."""
    counted = (1 << (SIDE_COLUMN_BITS * columns)) - 1
    for side in range(SIDE_COUNT):
        for colour in range(COLOUR_COUNT):
            out[side, colour] = largest_group_cells(visible_dots_of_side(states[i], side, colour) & counted)
