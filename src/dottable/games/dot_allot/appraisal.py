"""How good a placement is, by the column that it fixes: what each side's groups are, and what they can become.

Later cards leave the columns up to the first one of this card alone (A9). So a placement is looked up by
the dots it leaves in that column; the tables, made once for all placements, stand in the scratch `buffer`.
"""

from __future__ import annotations

from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.core.seats import how_many
from dottable.games.dot_allot.pieces import COLOURS, EDGE, IN_PLAY, WINDOW
from dottable.games.dot_allot.placement import column_of, height_of, on_rows, width_of
from dottable.games.dot_allot.prospects import LEADING, OTHER, OWN, SHARP, SHOWING, STRENGTH
from dottable.games.dot_allot.rules import list_placements
from dottable.games.dot_allot.scoring import EVERY_COLUMN, largest_group, may_score
from dottable.games.dot_allot.state import (
    FACES,
    HIGHEST,
    OFFSETS,
    QUARTERS,
    first_row,
    half_rows,
    own_rows,
)

NOT_NEGATIVE = 0xFFFF
"""Changes no action, but shows the compiler that it is not negative, for speed."""
PATTERNS = 8
"""The ways in which the dots of a colour can lie in a side's part of a column."""
STRENGTHS = 1000
"""Where the table begins in the buffer, behind the legal placements and their worth."""


@rule
def strength_of(s: Any, who: int, dots: int, place: int) -> int:
    """How strong a side is in a colour, by its largest group and the largest that reaches the column `place`."""
    most, growing = 0, 0
    last = 0x7F << (EDGE * place)
    while dots != 0:
        group = 0
        grown = dots & -dots
        while grown != group:
            group = grown
            grown = (group | (group << 1) | (group >> 1) | (group << EDGE) | (group >> EDGE)) & dots
        size = how_many(group)
        most = max(most, size)
        if group & last:
            growing = max(growing, size)
        dots ^= group
    return STRENGTH[who, s.horizontal, IN_PLAY - place, most, growing]


@rule
def weigh_patterns(s: Any, side: int, colour: int, place: int, buffer: Any) -> None:
    """How strong a side will be in a colour, for every way its part of the column `place` may look."""
    fixed = s.visible[colour] & (own_rows(s, side) * EVERY_COLUMN) & ((1 << (EDGE * place)) - 1)
    who = OWN if side == s.turn else OTHER
    first = STRENGTHS + (who * COLOURS + colour) * PATTERNS
    for pattern in range(1 << half_rows(s)):
        dots = fixed | (pattern << (EDGE * place + first_row(s, side)))
        buffer[first + pattern] = strength_of(s, who, dots, place)


@big_rule
def appraise(s: Any, buffer: Any, out: Any) -> int:
    """Write the legal placements into `buffer` and what each is worth into `out`; how many there are."""
    count = list_placements(s, buffer)
    for k in range(count):
        out[k] = 0
    for colour in range(COLOURS):
        appraise_colour(s, buffer, colour, count, out)
    return count


@rule
def appraise_colour(s: Any, buffer: Any, colour: int, count: int, out: Any) -> None:
    """Add to the worth of each placement what it does in one colour."""
    place = s.laid_count + 1
    to_come = IN_PLAY - place
    weigh_patterns(s, 0, colour, place, buffer)
    weigh_patterns(s, 1, colour, place, buffer)
    mine, others = STRENGTHS + colour * PATTERNS, STRENGTHS + (COLOURS * OTHER + colour) * PATTERNS
    on_track, part = (1 << s.rows) - 1, (1 << half_rows(s)) - 1
    own_first, other_first = first_row(s, s.turn), first_row(s, 1 - s.turn)
    below = (s.visible[colour] >> (EDGE * place)) & 0x7F
    can_win, can_lose = may_score(s, s.turn, colour), may_score(s, 1 - s.turn, colour)
    lying, showing = s.horizontal, SHOWING[s.horizontal, to_come]
    way, dots, hidden = -1, 0, 0
    for k in range(count):
        action = buffer[k] & NOT_NEGATIVE
        if action // OFFSETS != way:
            way = action // OFFSETS
            dots = column_of(s, way, colour, 0)
            hidden = (1 << height_of(s, way // FACES % QUARTERS)) - 1
        offset = action % OFFSETS - HIGHEST
        column = (below & ~on_rows(hidden, offset)) | (on_rows(dots, offset) & on_track)
        ahead = buffer[mine + ((column >> own_first) & part)] + buffer[others + ((column >> other_first) & part)]
        if showing != 0:
            ahead += showing * shown_group(s, way, offset, colour, place)
        ahead = min(max(ahead, -SHARP), SHARP)
        gain, risk = LEADING[lying, to_come, SHARP + ahead], LEADING[lying, to_come, SHARP - ahead]
        out[k] += gain * can_win - risk * can_lose


@rule
def shown_group(s: Any, way: int, offset: int, colour: int, place: int) -> int:
    """The other side's largest group of a colour as it shows right after a placement."""
    quarters = way // FACES % QUARTERS
    hidden = on_rows((1 << height_of(s, quarters)) - 1, offset) & 0x7F
    dots = s.visible[colour]
    for k in range(min(width_of(s, quarters), WINDOW - place)):
        at = EDGE * (place + k)
        dots = (dots & ~(hidden << at)) | ((on_rows(column_of(s, way, colour, k), offset) & 0x7F) << at)
    return largest_group(dots & (own_rows(s, 1 - s.turn) * EVERY_COLUMN))
