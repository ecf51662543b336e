"""What a seat knows, for people: view, narration, text screen and notation."""

from __future__ import annotations

from typing import Any

import msgspec

from dottable.core.errors import BadNotation
from dottable.core.views.narration import Narration, capitalized, message, name_for

from .knowledge import is_known
from .rules import TOO_FEW_LEFT, total
from .state import MAX_TAKE, TIMEOUT

REFUSAL_SENTENCES = {TOO_FEW_LEFT: "There are not enough dots left. Take fewer."}
TEMPLATES = {
    "taken": "{seat!name} {seat?take|takes} {dots}; {left} left.",
    "taken_last": "{seat!name} {seat?take|takes} {dots}; none is left.",
    "timed_out": "Time is up: one dot is taken for the player at turn.",
}


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat may know."""

    seat: int
    turn: int
    heap: int
    taken: list[int]
    cards: list[int | None]
    totals: list[int] | None


def build_view(s: Any, seat: int) -> View:
    """Return the view of a seat, field by field: what is not named here stays secret."""
    seats = range(int(s.seats))
    return View(
        seat=seat,
        turn=int(s.turn),
        heap=int(s.heap),
        taken=[int(s.taken[k]) for k in seats],
        cards=[int(s.cards[k]) if is_known(s, seat, k) else None for k in seats],
        totals=[int(total(s, k)) for k in seats] if s.heap == 0 else None,
    )


def describe_action(view: View, action: int) -> str:
    """Return an action in words."""
    if action == TIMEOUT:
        return "Take a dot for the player at turn"
    return f"Take {action + 1} of {view.heap} dots"


def narrate(before: View, seat: int, action: int, after: View) -> Narration:
    """Return what a move did, as messages for TEMPLATES."""
    if action == TIMEOUT:
        return (message("timed_out"),)
    if after.heap == 0:
        return (message("taken_last", seat=seat, dots=action + 1),)
    return (message("taken", seat=seat, dots=action + 1, left=after.heap),)


def is_public(action: int) -> bool:
    """Return True: every action of this game is made in sight of all."""
    return True


def draw_screen(view: View) -> str:
    """Return the view as text."""
    lines = [f"Heap: {'●' * view.heap or 'empty'}"]
    for seat, (taken, card) in enumerate(zip(view.taken, view.cards, strict=True)):
        secret = f"card {card}" if card is not None else "card hidden"
        lines.append(f"{capitalized(name_for(view.seat, seat)):>9}: {taken:2} dots, {secret}")
    return "\n".join(lines)


def write_action(action: int) -> str:
    """Return `1`, `2`, `3` or `timeout`."""
    return "timeout" if action == TIMEOUT else str(action + 1)


def read_action(text: str) -> int:
    """Return the action of a notation; raise BadNotation if there is none."""
    if text == "timeout":
        return TIMEOUT
    if text.isdecimal() and 1 <= int(text) <= MAX_TAKE:
        return int(text) - 1
    raise BadNotation(f"'{text}' is not a move. Write 1, 2 or 3.")
