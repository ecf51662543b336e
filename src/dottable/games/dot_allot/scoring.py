"""The end of a round: largest groups (A13, A14), points, the bonus (A15) and who leaves (A19)."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.core.seats import how_many
from dottable.games.dot_allot.pieces import COLOURS, EDGE, WINDOW
from dottable.games.dot_allot.state import NOBODY, SIDES, own_rows

EVERY_COLUMN = sum(1 << (EDGE * column) for column in range(WINDOW))
"""Row 0 of every column that counts; times a set of rows, those rows."""


@rule
def largest_group(dots: int) -> int:
    """The size of the largest group among the dots of one colour in one side's rows (A13)."""
    most = 0
    while dots != 0:
        group = first_group(dots)
        most = max(most, how_many(group))
        dots ^= group
    return most


@rule
def first_group(dots: int) -> int:
    """The group of the first one of some dots of one colour in one side's rows (A13).

    Between the last row of a side and its first one in the next column lie rows of nobody or of
    the other side, so a step of one never joins two columns.
    """
    group = 0
    grown = dots & -dots
    while grown != group:
        group = grown
        grown = (group | (group << 1) | (group >> 1) | (group << EDGE) | (group >> EDGE)) & dots
    return group


@rule
def own_dots(s: Any, side: int, colour: int) -> int:
    """The visible dots of a colour in a side's rows (A14)."""
    return s.visible[colour] & (own_rows(s, side) * EVERY_COLUMN)


@rule
def may_score(s: Any, side: int, colour: int) -> bool:
    """Colour-locked: only colours in one's own rows of the starting column, which stays visible (A18, A9)."""
    return s.locked == 0 or (s.visible[colour] & own_rows(s, side)) != 0


@big_rule
def score_round(s: Any) -> None:
    """A point per colour for the larger largest group, none if they are equal (A13)."""
    for side in range(SIDES):
        s.round_points[side] = 0
        for colour in range(COLOURS):
            s.largest[side, colour] = largest_group(own_dots(s, side, colour))
    for colour in range(COLOURS):
        side = taker_of(s, colour)
        if side != NOBODY:
            s.round_points[side] += 1
    s.bonus = bonus_side(s)
    s.loser = losing_side(s)
    for side in range(SIDES):
        s.totals[s.at[side]] += s.round_points[side] + (s.bonus == side)


@rule
def taker_of(s: Any, colour: int) -> int:
    """Who takes the point of a colour in a round that was counted."""
    return taker_with(s, colour, s.largest[0, colour], s.largest[1, colour])


@rule
def taker_with(s: Any, colour: int, below: int, above: int) -> int:
    """Who takes the point of a colour: the side with the larger largest group, if it may score (A13, A18)."""
    if below == above:
        return NOBODY
    side = 0 if below > above else 1
    return side if may_score(s, side, colour) else NOBODY


@rule
def count_side(s: Any, side: int, out: Any) -> None:
    """The largest group of each colour that a side has now, then the points it would get for them."""
    out[COLOURS] = 0
    for colour in range(COLOURS):
        below, above = largest_group(own_dots(s, 0, colour)), largest_group(own_dots(s, 1, colour))
        out[colour] = above if side else below
        out[COLOURS] += taker_with(s, colour, below, above) == side


@rule
def bonus_side(s: Any) -> int:
    """Who gets the bonus point of a tied round: who was behind (A15); among many, the newcomer (A19)."""
    if s.round_points[0] != s.round_points[1]:
        return NOBODY
    if s.seats > SIDES:
        return s.newcomer
    behind = s.totals[s.at[0]] - s.totals[s.at[1]]
    if behind == 0:
        return NOBODY
    return 0 if behind < 0 else 1


@rule
def losing_side(s: Any) -> int:
    """Who makes room for the head of the queue (A19)."""
    if s.seats == SIDES:
        return NOBODY
    if s.bonus != NOBODY:
        return 1 - s.bonus
    return 0 if s.round_points[0] < s.round_points[1] else 1
