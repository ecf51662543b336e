"""The interface of all bots. A bot is a class with one method, `choose`."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

from dottable.bots.seat_access import SeatAccess
from dottable.core.game import Game


class Budget(NamedTuple):
    """Limits on the computation for one move. If both are given, the one reached first ends it."""

    simulations: int | None = None
    """Number of simulations. Only this limit gives reproducible choices."""
    ms: int | None = None
    """Time in milliseconds."""


class Choice(NamedTuple):
    """An action, and the delay in milliseconds after which the bot makes it (in real-time play)."""

    action: int
    after_ms: int = 0


class Bot(Protocol):
    """Chooses actions for a seat. The same knowledge, simulations and seed give the same choice."""

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int | Choice: ...


@runtime_checkable
class PreparedBot(Protocol):
    """An external bot that needs time before its first move, for example to load weights."""

    def prepare(self, game: Game) -> None: ...


def as_choice(chosen: int | Choice) -> Choice:
    """Return a choice unchanged, and an action as a choice without delay."""
    return chosen if isinstance(chosen, Choice) else Choice(int(chosen))
