"""What people see: the number of tosses and who won them."""

from __future__ import annotations

from typing import Any

import msgspec

from dottable.core.errors import BadNotation
from dottable.core.views.narration import Narration, message

REFUSAL_SENTENCES: dict[int, str] = {}
TEMPLATES = {"tossed": "The coin is tossed."}


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat may know."""

    seat: int
    won: list[int]


def build_view(s: Any, seat: int) -> View:
    return View(seat=seat, won=[int(s.won[k]) for k in range(2)])


def describe_action(view: View, action: int) -> str:
    return "Toss the coin"


def narrate(before: View, seat: int, action: int, after: View) -> Narration:
    return (message("tossed"),)


def is_public(action: int) -> bool:
    return True


def draw_screen(view: View) -> str:
    return f"{view.won[0]} : {view.won[1]}"


def write_action(action: int) -> str:
    return "toss"


def read_action(text: str) -> int:
    if text != "toss":
        raise BadNotation(f"'{text}' is not a move. Write toss.")
    return 0
