"""What a seat knows, for people: view, narration, text screen and notation. Nothing is hidden in this game."""

from __future__ import annotations

from typing import Any

import msgspec

from dottable.core.errors import BadNotation
from dottable.core.views.narration import Narration, capitalized, message, name_for

from .rules import COLUMN_FULL
from .state import COLUMN_BITS, COLUMNS, NOBODY, ROWS, SEATS

REFUSAL_SENTENCES = {COLUMN_FULL: "This column is full. Choose another one."}
TEMPLATES = {
    "dropped": "{seat!name} {seat?drop|drops} a disc into column {column}.",
    "won": "{seat!name} {seat?drop|drops} a disc into column {column}: four in a line.",
    "filled": "{seat!name} {seat?drop|drops} a disc into column {column}; the board is full.",
}
LETTERS = "abcdefg"[:COLUMNS]
DISCS = "●○"
FREE = "·"


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The board, which is public."""

    seat: int
    turn: int | None
    winner: int | None
    columns: list[list[int]]
    """Owners of the discs in each column, from the bottom up."""


def build_view(s: Any, seat: int) -> View:
    """Return the view of a seat."""
    return View(
        seat=seat,
        turn=int(s.turn) if s.turn != NOBODY else None,
        winner=int(s.winner) if s.winner != NOBODY else None,
        columns=[column_of(s, column) for column in range(COLUMNS)],
    )


def column_of(s: Any, column: int) -> list[int]:
    """Return the owners of the discs in a column, from the bottom up."""
    cells = range(column * COLUMN_BITS, column * COLUMN_BITS + ROWS)
    return [seat for cell in cells for seat in range(SEATS) if int(s.discs[seat]) >> cell & 1]


def describe_action(view: View, action: int) -> str:
    """Return an action in words."""
    return f"Drop a disc into column {write_action(action)}"


def narrate(before: View, seat: int, action: int, after: View) -> Narration:
    """Return what a move did, as messages for TEMPLATES."""
    code = "won" if after.winner is not None else "filled" if after.turn is None else "dropped"
    return (message(code, seat=seat, column=write_action(action)),)


def is_public(action: int) -> bool:
    """Return True: every action of this game is made in sight of all."""
    return True


def draw_screen(view: View) -> str:
    """Return the view as text."""
    rows = [" ".join(cell(column, row) for column in view.columns) for row in reversed(range(ROWS))]
    names = "   ".join(f"{DISCS[seat]} {capitalized(name_for(view.seat, seat))}" for seat in range(SEATS))
    return "\n".join([*rows, " ".join(LETTERS), "", names])


def cell(column: list[int], row: int) -> str:
    """Return the sign of one cell."""
    return DISCS[column[row]] if row < len(column) else FREE


def write_action(action: int) -> str:
    """Return the letter of the column, `a` to `g`."""
    return LETTERS[action]


def read_action(text: str) -> int:
    """Return the action of a notation; raise BadNotation if there is none."""
    if len(text) == 1 and text in LETTERS:
        return LETTERS.index(text)
    raise BadNotation(f"'{text}' is not a column. Write a letter from a to {LETTERS[-1]}.")
