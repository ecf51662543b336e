"""What a seat knows, for people."""

from __future__ import annotations

from typing import Any

import msgspec

from dottable.core.wording import does

from .knowledge import is_known
from .rules import TOO_FEW_LEFT, total
from .state import DAWDLE

REASONS = {TOO_FEW_LEFT: "There are not so many dots left."}


class View(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    turn: int
    heap: int
    taken: list[int]
    cards: list[int | None]
    totals: list[int] | None


def look(s: Any, seat: int) -> View:
    seats = range(int(s.seats))
    return View(
        seat=seat,
        turn=int(s.turn),
        heap=int(s.heap),
        taken=[int(s.taken[k]) for k in seats],
        cards=[int(s.cards[k]) if is_known(s, seat, k) else None for k in seats],
        totals=[int(total(s, k)) for k in seats] if s.heap == 0 else None,
    )


def words(view: View, action: int) -> str:
    if action == DAWDLE:
        return "Take a dot for the player at turn"
    return f"Take {action + 1} of {view.heap} dots"


def narrate(before: View, seat: int, action: int, after: View) -> str:
    if action == DAWDLE:
        return "Time is up: one dot is taken for the player at turn."
    rest = "none is left" if after.heap == 0 else f"{after.heap} left"
    return f"{does(before.seat, seat, 'take')} {action + 1}; {rest}."


def is_open(action: int) -> bool:
    """Every action here is made in sight of all."""
    return True
