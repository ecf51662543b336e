"""The record of a match, its options and its actions."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from dottable.core import options
from dottable.core.actions import ActionSpace
from dottable.core.record import i1, i8, record

SEATS = 4
CARDS = 6
MOST = 3
NOBODY = -1


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    heap: Annotated[int, Meta(ge=5, le=30, description="Dots in the heap at the start.")] = 12
    last_dot_bonus: Annotated[bool, Meta(description="Whether the last dot brings its taker the secret card.")] = True


STATE = record(
    bonus=i1,
    turn=i1,
    heap=i1,
    taken=(i1, SEATS),
    cards=(i1, CARDS),
    last=i1,
    deadline_ms=i8,
)
"""The first of `cards` belong to the seats, the others stay aside."""

ACTIONS = ActionSpace(take=(MOST,), dawdle=())
DAWDLE = ACTIONS.first("dawdle")
