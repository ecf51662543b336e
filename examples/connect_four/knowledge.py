"""What a seat knows, for programs: everything."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import rekey
from dottable.core.primitives.rule import rule

from .state import COLUMN_BITS, COLUMNS, ROWS, SEATS

CELLS = COLUMNS * ROWS
OBSERVATION_SIZE = SEATS * CELLS
"""Length of the observation: a plane of the own discs, then of the opponent's, column by column from the bottom up."""


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    """Write the observation of a seat."""
    for plane in range(SEATS):
        discs = s.discs[plane ^ seat]
        for column in range(COLUMNS):
            for row in range(ROWS):
                out[plane * CELLS + column * ROWS + row] = (discs >> (column * COLUMN_BITS + row)) & 1


@rule
def resample(s: Any, seat: int, g: Any) -> None:
    """Rekey the generator; nothing else is hidden."""
    rekey(s.rng, g)
