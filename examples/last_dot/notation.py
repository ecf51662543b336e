"""Actions as text: `1`, `2`, `3` dots, or `dawdle`."""

from __future__ import annotations

from dottable.core.errors import BadNotation

from .state import DAWDLE, MOST


def write(action: int) -> str:
    return "dawdle" if action == DAWDLE else str(action + 1)


def read(text: str) -> int:
    if text == "dawdle":
        return DAWDLE
    if text.isdecimal() and 1 <= int(text) <= MOST:
        return int(text) - 1
    raise BadNotation(f"'{text}' is no move; write 1, 2 or 3.")
