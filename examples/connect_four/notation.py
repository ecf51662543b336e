"""Actions as text: the letter of the column, `a` to `g`."""

from __future__ import annotations

from dottable.core.errors import BadNotation

from .state import COLUMNS

LETTERS = "abcdefg"[:COLUMNS]


def write(action: int) -> str:
    return LETTERS[action]


def read(text: str) -> int:
    if len(text) == 1 and text in LETTERS:
        return LETTERS.index(text)
    raise BadNotation(f"'{text}' is no column; write a letter from a to {LETTERS[-1]}.")
