"""What a seat knows, for people: the board as it stands."""

from __future__ import annotations

from typing import Any

import msgspec

from dottable.core.wording import does

from .notation import write
from .rules import COLUMN_FULL
from .state import COLUMN_BITS, COLUMNS, NOBODY, ROWS, SEATS

REASONS = {COLUMN_FULL: "This column is full."}


class View(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    turn: int | None
    winner: int | None
    columns: list[list[int]]
    """Whose discs lie in each column, from the bottom up."""


def look(s: Any, seat: int) -> View:
    return View(
        seat=seat,
        turn=int(s.turn) if s.turn != NOBODY else None,
        winner=int(s.winner) if s.winner != NOBODY else None,
        columns=[column_of(s, column) for column in range(COLUMNS)],
    )


def column_of(s: Any, column: int) -> list[int]:
    cells = range(column * COLUMN_BITS, column * COLUMN_BITS + ROWS)
    return [seat for cell in cells for seat in range(SEATS) if int(s.discs[seat]) >> cell & 1]


def words(view: View, action: int) -> str:
    return f"Drop a disc into column {write(action)}"


def narrate(before: View, seat: int, action: int, after: View) -> str:
    dropped = f"{does(before.seat, seat, 'drop')} a disc into column {write(action)}"
    if after.winner is not None:
        return f"{dropped}: four in a line."
    return f"{dropped}; the board is full." if after.turn is None else f"{dropped}."


def is_open(action: int) -> bool:
    """Every disc falls in sight of all."""
    return True
