"""The interface of all bots. Anyone's bot is a class with one method."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from dottable.bots.chair import Chair


class Budget(NamedTuple):
    """How much thought a move may cost: simulations (reproducible), milliseconds, or whichever ends first."""

    simulations: int | None = None
    ms: int | None = None


class Choice(NamedTuple):
    """An action, and how long after it was asked the bot acts; what matters in real time."""

    action: int
    after_ms: int = 0


class Bot(Protocol):
    """Chooses an action for a chair; the same knowledge, budget of simulations and seed give the same choice."""

    def choose(self, chair: Chair, budget: Budget, seed: bytes) -> int | Choice: ...


def as_choice(chosen: int | Choice) -> Choice:
    """A bare action means: at once."""
    return chosen if isinstance(chosen, Choice) else Choice(int(chosen))
