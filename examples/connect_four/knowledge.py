"""What a seat knows, for machines: everything."""

from __future__ import annotations

from typing import Any

from dottable.core.chance import rekey
from dottable.core.rule import rule

from .state import COLUMN_BITS, COLUMNS, ROWS, SEATS

CELLS = COLUMNS * ROWS
OBSERVATION = SEATS * CELLS
"""A plane of the own discs and one of the other's: column by column, each from the bottom up."""


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    for plane in range(SEATS):
        discs = s.discs[plane ^ seat]
        for column in range(COLUMNS):
            for row in range(ROWS):
                out[plane * CELLS + column * ROWS + row] = (discs >> (column * COLUMN_BITS + row)) & 1


@rule
def resample(s: Any, seat: int, g: Any) -> None:
    """Nothing is hidden but the unused chance of the match."""
    rekey(s.rng, g)
