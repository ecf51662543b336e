"""The interface of all bots: a class with the method `choose`."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

from dottable.bots.seat_access import SeatAccess
from dottable.core.game import Game


class Budget(NamedTuple):
    """Limits on the computation for one move.

    If both limits are set, the computation ends at the first limit reached.
    """

    simulations: int | None = None
    """Maximum number of simulations; None for no limit. Choices are reproducible only if this is the only limit."""
    ms: int | None = None
    """Maximum time in milliseconds; None for no limit."""


class Choice(NamedTuple):
    """An action of a bot, and the delay in milliseconds before the bot plays it in real-time games."""

    action: int
    after_ms: int = 0


class Bot(Protocol):
    """Protocol of a bot: it chooses actions for a seat.

    The same knowledge, simulations and seed must give the same choice.
    """

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int | Choice: ...


@runtime_checkable
class PreparedBot(Protocol):
    """Protocol of an external bot that needs time before its first move, for example to load weights."""

    def prepare(self, game: Game) -> None: ...


def as_choice(chosen: int | Choice) -> Choice:
    """Return a bot's answer as a Choice. A plain action gets a delay of 0."""
    return chosen if isinstance(chosen, Choice) else Choice(int(chosen))
