"""The options, the record and the action space."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from dottable.core import options
from dottable.core.primitives.action_space import ActionSpace
from dottable.core.primitives.record import i1, i8, record

SEATS = 4
"""Largest number of seats."""
CARDS = 6
MAX_TAKE = 3
"""Largest number of dots that a player may take at once."""
NOBODY = -1


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The settings of a match."""

    heap: Annotated[int, Meta(ge=5, le=30, description="Dots in the heap at the start.")] = 12
    last_dot_bonus: Annotated[bool, Meta(description="The player who takes the last dot adds the secret card.")] = True


STATE = record(
    bonus=i1,
    turn=i1,
    heap=i1,
    taken=(i1, SEATS),
    cards=(i1, CARDS),
    last=i1,
    deadline_ms=i8,
)
"""The record of a match. Card k of `cards` belongs to seat k; the others are not in play."""

ACTIONS = ActionSpace(take=(MAX_TAKE,), timeout=())
"""Taking k + 1 dots is action k. TIMEOUT is the action of the clock."""
TIMEOUT = ACTIONS.first_action("timeout")
