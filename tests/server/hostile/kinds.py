"""The registry of hostile inputs ("kinds").

Each kind sends something and returns the statuses or close codes it got.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import NamedTuple

from tests.server.hostile.target import NO_ANSWER, NO_CLOSE_FRAME, Target

Attack = Callable[[Target], list[int]]

REFUSED = frozenset(range(400, 500)) - {429}
"""Statuses of a refusal because of the input itself, not because of a rate limit."""
ANSWERED = frozenset(range(200, 500))
ANSWERED_OR_CLOSED = ANSWERED | {NO_ANSWER}
CLOSED = frozenset({1000, 1002, 1003, 1007, 1008, 1009, NO_CLOSE_FRAME, *range(4400, 4500), *ANSWERED})
"""Codes of a WebSocket that was closed for the right reason, or never opened. 1011 is an internal error."""


class Kind(NamedTuple):
    """A hostile input, and the statuses that are allowed as answers."""

    name: str
    attack: Attack
    allowed: Container[int]


KINDS: dict[str, Kind] = {}


def add_kind(name: str, attack: Attack, allowed: Container[int] = REFUSED) -> None:
    """Register a kind."""
    assert name not in KINDS, name
    KINDS[name] = Kind(name, attack, allowed)


def kind(name: str, allowed: Container[int] = REFUSED) -> Callable[[Attack], Attack]:
    """Return a decorator that registers a function as a kind."""

    def register(attack: Attack) -> Attack:
        add_kind(name, attack, allowed)
        return attack

    return register
