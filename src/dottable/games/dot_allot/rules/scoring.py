"""The end of a round: largest groups (A13, A14), points, the bonus (A15) and the losing side (A19)."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import popcount
from dottable.games.dot_allot.pieces import COLOUR_COUNT, MAX_EDGE, SCORING_COLUMN_COUNT
from dottable.games.dot_allot.state import NOBODY, SIDE_COUNT, scoring_rows

ROW_0_OF_EVERY_COLUMN = sum(1 << (MAX_EDGE * column) for column in range(SCORING_COLUMN_COUNT))
"""Row 0 of every column that counts. Multiplied by a set of rows it gives those rows in every column."""


@rule
def largest_group_size(dots: int) -> int:
    """Return the size of the largest group among dots of one colour in one side's rows (A13)."""
    most = 0
    while dots != 0:
        group = group_of_lowest_dot(dots)
        most = max(most, popcount(group))
        dots ^= group
    return most


@rule
def group_of_lowest_dot(dots: int) -> int:
    """Return the group that contains the lowest bit of `dots`, by flood fill (A13).

    `dots` are dots of one colour in one side's rows. A shift by one bit never joins two columns, because rows
    of the other side lie between them.
    """
    group = 0
    grown = dots & -dots
    while grown != group:
        group = grown
        grown = (group | (group << 1) | (group >> 1) | (group << MAX_EDGE) | (group >> MAX_EDGE)) & dots
    return group


@rule
def visible_dots_of_side(s: Any, side: int, colour: int) -> int:
    """Return the visible dots of a colour in a side's rows (A14)."""
    return s.visible[colour] & (scoring_rows(s, side) * ROW_0_OF_EVERY_COLUMN)


@rule
def can_score_colour(s: Any, side: int, colour: int) -> bool:
    """Return whether a side can score for a colour; colour-locked it needs one in the starting column (A18)."""
    return s.locked == 0 or (s.visible[colour] & scoring_rows(s, side)) != 0


@noinline_rule
def score_round(s: Any) -> None:
    """Score a round: a point per colour for the larger largest group, none if they are equal (A13)."""
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
    """Return the side that took the point of a colour in a scored round, or NOBODY."""
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
    """Write the size of a side's largest group of each colour now, then the points it would get for them."""
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
    """Return the side with the bonus point of a tied round: the side behind (A15); with a queue the newcomer (A19)."""
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
    """Return the side that the head of the queue takes over, or NOBODY without a queue (A19)."""
    if s.seats == SIDE_COUNT:
        return NOBODY
    if s.bonus != NOBODY:
        return 1 - s.bonus
    return 0 if s.round_points[0] < s.round_points[1] else 1
