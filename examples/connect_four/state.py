"""The options, the record and the action space. The discs of each seat are a bitboard.

A column has seven bits, from the bottom up. The seventh bit is always empty, so that no line runs from the top of a
column into the bottom of the next one.
"""

from __future__ import annotations

from typing import Any

from dottable.core import options
from dottable.core.primitives.action_space import ActionSpace
from dottable.core.primitives.record import i1, i8, record
from dottable.core.primitives.rule import rule

SEATS = 2
COLUMNS, ROWS = 7, 6
COLUMN_BITS = ROWS + 1
NOBODY = -1

BOTTOM = sum(1 << column * COLUMN_BITS for column in range(COLUMNS))
"""Bitboard of the lowest cell of every column."""
FULL = BOTTOM * ((1 << ROWS) - 1)
"""Bitboard of all cells."""


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """This game has no options."""


STATE = record(discs=(i8, SEATS), turn=i1, winner=i1)
"""The record of a match. `turn` is NOBODY when the match is over, `winner` is NOBODY without a winner."""

ACTIONS = ActionSpace(drop=(COLUMNS,))
"""An action is a column, from the left."""


@rule
def taken(s: Any) -> int:
    """Return the bitboard of all discs."""
    return s.discs[0] | s.discs[1]


@rule
def is_column_full(s: Any, column: int) -> bool:
    """Return whether the top cell of a column is taken."""
    return (taken(s) >> (column * COLUMN_BITS + ROWS - 1)) & 1 == 1
