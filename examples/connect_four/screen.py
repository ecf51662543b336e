"""A view as text."""

from __future__ import annotations

from dottable.core.wording import name_of

from .notation import LETTERS
from .state import ROWS, SEATS
from .view import View

DISCS = "●○"
FREE = "·"


def draw(view: View) -> str:
    rows = [" ".join(cell(column, row) for column in view.columns) for row in reversed(range(ROWS))]
    names = "   ".join(f"{DISCS[seat]} {name_of(view.seat, seat)}" for seat in range(SEATS))
    return "\n".join([*rows, " ".join(LETTERS), "", names])


def cell(column: list[int], row: int) -> str:
    return DISCS[column[row]] if row < len(column) else FREE
