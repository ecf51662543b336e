"""The record of a match and its actions: the discs of each seat are the bits of one number.

The cells of a column are seven bits in a row, from the bottom up; the seventh is always empty, so that
no line runs from the top of a column into the bottom of the next.
"""

from __future__ import annotations

from typing import Any

from dottable.core import options
from dottable.core.actions import ActionSpace
from dottable.core.record import i1, i8, record
from dottable.core.rule import rule

SEATS = 2
COLUMNS, ROWS = 7, 6
COLUMN_BITS = ROWS + 1
NOBODY = -1

BOTTOM = sum(1 << column * COLUMN_BITS for column in range(COLUMNS))
"""The lowest cell of every column."""
FULL = BOTTOM * ((1 << ROWS) - 1)
"""All cells."""


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """There is nothing to choose."""


STATE = record(discs=(i8, SEATS), turn=i1, winner=i1)
"""`turn` is NOBODY when the match is over, `winner` is NOBODY unless somebody has won."""

ACTIONS = ActionSpace(drop=(COLUMNS,))
"""An action is a column, from the left."""


@rule
def taken(s: Any) -> int:
    """All cells with a disc in them."""
    return s.discs[0] | s.discs[1]


@rule
def is_column_full(s: Any, column: int) -> bool:
    return (taken(s) >> (column * COLUMN_BITS + ROWS - 1)) & 1 == 1
