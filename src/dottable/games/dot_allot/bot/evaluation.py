"""Value of a placement by an ordered logit model of which side wins each colour.

Later cards do not cover the columns up to the first column of the laid card, so these columns are fixed (A9). The model
uses each side's largest fixed group, and its largest group that reaches the last fixed column and can still grow. A
placement changes only that column. So the logits are computed once for every pattern of dots in it, and stored in
`buffer`.
"""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import popcount
from dottable.games.dot_allot.bot.weights import (
    GROUP_LOGITS,
    MAX_LOGIT,
    MOVER,
    OPPONENT,
    VISIBLE_GROUP_LOGITS,
    WIN_PROBABILITY_BY_LOGIT,
)
from dottable.games.dot_allot.pieces import CARDS_IN_PLAY, COLOUR_COUNT, LAID_COLUMN_COUNT, MAX_EDGE, SIDE_COLUMN_BITS
from dottable.games.dot_allot.rules.flow import list_placements
from dottable.games.dot_allot.rules.placement import card_height, card_width, dots_in_card_column, to_track_rows
from dottable.games.dot_allot.rules.scoring import (
    can_score_colour,
    dots_of_side,
    largest_group_size,
    visible_dots_of_side,
)
from dottable.games.dot_allot.state import (
    FACE_COUNT,
    MAX_ROW_OFFSET,
    QUARTER_TURN_COUNT,
    ROW_OFFSET_COUNT,
    first_scoring_row,
    pose_of_placement,
    scoring_rows_per_side,
    start_column,
)

NON_NEGATIVE_MASK = 0xFFFF
"""Mask that does not change an action, but tells the compiler that the action is not negative, for speed."""
DOT_PATTERNS_PER_COLUMN = 8
"""Number of ways in which dots of one colour can lie in the three cells that a side has in a column."""
LOGIT_TABLE_BUFFER_INDEX = 1000
"""Index in the buffer at which the table of logits begins, after the placements and their values."""


@rule
def side_logit(s: Any, who: int, dots: int, column: int, to_come: int) -> int:
    """Return what a side (MOVER or OPPONENT) adds to the logit that the mover wins a colour.

    `dots` is the set of its dots up to the last fixed column, which is `column` of the track.
    """
    fixed, growing = 0, 0
    last = ((1 << SIDE_COLUMN_BITS) - 1) << (SIDE_COLUMN_BITS * column)
    while dots != 0:
        group = 0
        grown = dots & -dots
        while grown != group:
            group = grown
            grown = (
                group | (group << 1) | (group >> 1) | (group << SIDE_COLUMN_BITS) | (group >> SIDE_COLUMN_BITS)
            ) & dots
        size = popcount(group)
        fixed = max(fixed, size)
        if group & last:
            growing = max(growing, size)
        dots ^= group
    return GROUP_LOGITS[who, s.horizontal, to_come, fixed, growing]


@rule
def tabulate_colour_logits(s: Any, side: int, colour: int, column: int, buffer: Any) -> None:
    """Write what a side adds to the logit that the mover wins a colour.

    There is one entry for every pattern of dots in the last fixed column.
    """
    last = start_column(s) + column
    fixed = visible_dots_of_side(s, side, colour) & ((1 << (SIDE_COLUMN_BITS * last)) - 1)
    who = MOVER if side == s.turn else OPPONENT
    first = LOGIT_TABLE_BUFFER_INDEX + (who * COLOUR_COUNT + colour) * DOT_PATTERNS_PER_COLUMN
    for pattern in range(1 << scoring_rows_per_side(s)):
        dots = fixed | (pattern << (SIDE_COLUMN_BITS * last))
        buffer[first + pattern] = side_logit(s, who, dots, last, CARDS_IN_PLAY - column)


@noinline_rule
def evaluate_placements(s: Any, buffer: Any, out: Any) -> int:
    """Write the legal placements to `buffer` and their values to `out`, and return their number.

    A value is the expected difference in points between the mover and the opponent, times UNITS_PER_POINT.
    """
    count = list_placements(s, buffer)
    for k in range(count):
        out[k] = 0
    for colour in range(COLOUR_COUNT):
        add_expected_points_of_colour(s, buffer, colour, count, out)
    return count


@rule
def add_expected_points_of_colour(s: Any, buffer: Any, colour: int, count: int, out: Any) -> None:
    """Add the expected difference in points for one colour to the value of each placement."""
    column = s.laid_count + 1
    to_come = CARDS_IN_PLAY - column
    tabulate_colour_logits(s, 0, colour, column, buffer)
    tabulate_colour_logits(s, 1, colour, column, buffer)
    mine, others = (
        LOGIT_TABLE_BUFFER_INDEX + colour * DOT_PATTERNS_PER_COLUMN,
        LOGIT_TABLE_BUFFER_INDEX + (COLOUR_COUNT * OPPONENT + colour) * DOT_PATTERNS_PER_COLUMN,
    )
    on_track, part = (1 << s.rows) - 1, (1 << scoring_rows_per_side(s)) - 1
    own_first, other_first = first_scoring_row(s, s.turn), first_scoring_row(s, 1 - s.turn)
    under = (s.visible[colour] >> (MAX_EDGE * column)) & 0x7F
    can_win, can_lose = can_score_colour(s, s.turn, colour), can_score_colour(s, 1 - s.turn, colour)
    per_visible_dot = VISIBLE_GROUP_LOGITS[s.horizontal, to_come]
    pose, dots, hidden = -1, 0, 0
    for k in range(count):
        action = buffer[k] & NON_NEGATIVE_MASK
        if pose_of_placement(action) != pose:
            pose = pose_of_placement(action)
            dots = dots_in_card_column(s, pose, colour, 0)
            hidden = (1 << card_height(s, pose // FACE_COUNT % QUARTER_TURN_COUNT)) - 1
        offset = action % ROW_OFFSET_COUNT - MAX_ROW_OFFSET
        shown = (under & ~to_track_rows(hidden, offset)) | (to_track_rows(dots, offset) & on_track)
        logit = buffer[mine + ((shown >> own_first) & part)] + buffer[others + ((shown >> other_first) & part)]
        if per_visible_dot != 0:
            logit += per_visible_dot * opponent_visible_group_size(s, pose, offset, colour, column)
        logit = min(max(logit, -MAX_LOGIT), MAX_LOGIT)
        win = WIN_PROBABILITY_BY_LOGIT[s.horizontal, to_come, MAX_LOGIT + logit]
        loss = WIN_PROBABILITY_BY_LOGIT[s.horizontal, to_come, MAX_LOGIT - logit]
        out[k] += win * can_win - loss * can_lose


@rule
def opponent_visible_group_size(s: Any, pose: int, offset: int, colour: int, column: int) -> int:
    """Return the size of the opponent's largest visible group of a colour right after a placement."""
    quarters = pose // FACE_COUNT % QUARTER_TURN_COUNT
    hidden = to_track_rows((1 << card_height(s, quarters)) - 1, offset) & 0x7F
    dots = s.visible[colour]
    for k in range(min(card_width(s, quarters), LAID_COLUMN_COUNT - column)):
        at = MAX_EDGE * (column + k)
        dots = (dots & ~(hidden << at)) | (
            (to_track_rows(dots_in_card_column(s, pose, colour, k), offset) & 0x7F) << at
        )
    return largest_group_size(dots_of_side(s, dots, 1 - s.turn, colour))
