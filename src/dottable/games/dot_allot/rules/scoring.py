"""The end of a round: largest groups (A13, A14), points, the bonus (A15) and the losing side (A19)."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import popcount
from dottable.games.dot_allot.pieces import COLOUR_COUNT, LAID_COLUMN_COUNT, MAX_EDGE, SIDE_COLUMN_BITS
from dottable.games.dot_allot.state import (
    NOBODY,
    SIDE_COUNT,
    first_scoring_row,
    scoring_rows,
    scoring_rows_per_side,
    start_column,
)

ROW_0_OF_EVERY_COLUMN = sum(1 << (MAX_EDGE * column) for column in range(LAID_COLUMN_COUNT))
"""Row 0 of every column of `visible`. Multiplied by a set of rows, it gives these rows in every column."""
ODD_COLUMNS = sum(0x7F << (MAX_EDGE * column) for column in range(1, LAID_COLUMN_COUNT, 2))
ODD_PAIRS = sum(0x3FFF << (2 * MAX_EDGE * pair) for pair in range(1, LAID_COLUMN_COUNT // 2, 2))
SECOND_FOUR_COLUMNS = 0xFFFFFFF << (4 * MAX_EDGE)
NINTH_COLUMN = 0x7F << (8 * MAX_EDGE)
"""Cells that `narrow_columns` moves in its last step. The constants above have those of the other steps."""
COLUMN_SHIFT = MAX_EDGE - SIDE_COLUMN_BITS


@rule
def largest_group_size(dots: int) -> int:
    """Return the size of the largest group among dots of one colour in one side's rows (A13)."""
    most = 0
    while popcount(dots) > most:  # the dots that are left cannot form a larger group otherwise
        group = group_of_lowest_dot(dots)
        most = max(most, popcount(group))
        dots ^= group
    return most


@rule
def group_of_lowest_dot(dots: int) -> int:
    """Return the group that contains the lowest bit of `dots`, by flood fill (A13).

    `dots` are dots of one colour in one side's rows. A shift by one bit never joins two columns, because the last
    bit of every column is empty.
    """
    group = 0
    grown = dots & -dots
    while grown != group:
        group = grown
        grown = (group | (group << 1) | (group >> 1) | (group << SIDE_COLUMN_BITS) | (group >> SIDE_COLUMN_BITS)) & dots
    return group


@rule
def narrow_columns(dots: int) -> int:
    """Convert a set with MAX_EDGE bits per column to SIDE_COLUMN_BITS per column, and return it.

    Only the lowest rows may contain dots. Column k moves by k * COLUMN_SHIFT bits: first every second column, then
    every second pair, then the last four.
    """
    dots = (dots & ~ODD_COLUMNS) | ((dots & ODD_COLUMNS) >> COLUMN_SHIFT)
    dots = (dots & ~ODD_PAIRS) | ((dots & ODD_PAIRS) >> (2 * COLUMN_SHIFT))
    return (
        (dots & ~(SECOND_FOUR_COLUMNS | NINTH_COLUMN))
        | ((dots & SECOND_FOUR_COLUMNS) >> (4 * COLUMN_SHIFT))
        | ((dots & NINTH_COLUMN) >> (8 * COLUMN_SHIFT))
    )


@rule
def dots_of_side(s: Any, visible: int, side: int, colour: int) -> int:
    """Return the dots of a colour that count for a side (A14).

    `visible` holds the visible dots from the starting column on. The track's dots left of the starting column are
    added. The result has SIDE_COLUMN_BITS per column.
    """
    start = SIDE_COLUMN_BITS * start_column(s)
    in_side = ((1 << scoring_rows_per_side(s)) - 1) * ROW_0_OF_EVERY_COLUMN
    left = s.track_dots[side, colour] & ((1 << start) - 1)
    return left | (narrow_columns((visible >> first_scoring_row(s, side)) & in_side) << start)


@rule
def visible_dots_of_side(s: Any, side: int, colour: int) -> int:
    """Return all visible dots of a colour in a side's rows (A14)."""
    return dots_of_side(s, s.visible[colour], side, colour)


@rule
def can_score_colour(s: Any, side: int, colour: int) -> bool:
    """Return whether a side can score for a colour.

    With colour-locked scoring it needs a dot of the colour in the starting column (A18).
    """
    return s.locked == 0 or (s.visible[colour] & scoring_rows(s, side)) != 0


@noinline_rule
def score_round(s: Any) -> None:
    """Score a round: one point per colour for the side with the larger group, none if they are equal (A13)."""
    for side in range(SIDE_COUNT):
        s.round_points[side] = 0
        for colour in range(COLOUR_COUNT):
            s.largest[side, colour] = largest_group_size(visible_dots_of_side(s, side, colour))
    for colour in range(COLOUR_COUNT):
        side = colour_point_winner(s, colour)
        if side != NOBODY:
            s.round_points[side] += 1
    s.bonus = side_with_tie_bonus(s)
    s.loser = losing_side(s)
    for side in range(SIDE_COUNT):
        s.totals[s.seat_at[side]] += s.round_points[side] + (s.bonus == side)


@rule
def colour_point_winner(s: Any, colour: int) -> int:
    """Return the side that scored the point of a colour in a scored round; NOBODY if none did."""
    return larger_group_winner(s, colour, s.largest[0, colour], s.largest[1, colour])


@rule
def larger_group_winner(s: Any, colour: int, size_0: int, size_1: int) -> int:
    """Return the side with the larger group if it can score for the colour, else NOBODY (A13, A18)."""
    if size_0 == size_1:
        return NOBODY
    side = 0 if size_0 > size_1 else 1
    return side if can_score_colour(s, side, colour) else NOBODY


@rule
def write_groups_and_points(s: Any, side: int, out: Any) -> None:
    """Write the present size of a side's largest group for each colour, then the number of points for them."""
    out[COLOUR_COUNT] = 0
    for colour in range(COLOUR_COUNT):
        size_0, size_1 = (
            largest_group_size(visible_dots_of_side(s, 0, colour)),
            largest_group_size(visible_dots_of_side(s, 1, colour)),
        )
        out[colour] = size_1 if side else size_0
        out[COLOUR_COUNT] += larger_group_winner(s, colour, size_0, size_1) == side


@rule
def side_with_tie_bonus(s: Any) -> int:
    """Return the side with the bonus point of a tied round.

    It is the side behind (A15) or, with a queue, the newcomer (A19).
    """
    if s.round_points[0] != s.round_points[1]:
        return NOBODY
    if s.seats > SIDE_COUNT:
        return s.newcomer
    lead = s.totals[s.seat_at[0]] - s.totals[s.seat_at[1]]
    if lead == 0:
        return NOBODY
    return 0 if lead < 0 else 1


@rule
def losing_side(s: Any) -> int:
    """Return the side that the first seat of the queue takes over; NOBODY without a queue (A19)."""
    if s.seats == SIDE_COUNT:
        return NOBODY
    if s.bonus != NOBODY:
        return 1 - s.bonus
    return 0 if s.round_points[0] < s.round_points[1] else 1
