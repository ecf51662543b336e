"""Five levels for every game: each a mix of policy, budget, noise, memory and reflexes.

A game's `policy.LEVELS` says what its levels are; what it leaves out comes from the table below.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from dottable.bots.bot import Bot, Budget, as_choice
from dottable.bots.chair import FORGETS_NOTHING, Chair
from dottable.bots.greedy import Greedy, plausible
from dottable.bots.names import LEVELS
from dottable.bots.real_time import REFLEXES, Reflexes, Timed
from dottable.bots.search import Manner, Search
from dottable.core.errors import DottableError
from dottable.core.game import Game


class Level(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a level chooses."""

    thinks: Literal["greedy", "search"] = "search"
    simulations: int = 1000
    width: int = 24
    explore: float = 0.6
    stray: int = 0
    patience: int = 400
    doubt: float = 0.5
    noise: float = 0.0
    """The share of moves that it picks at random among the plausible ones."""
    memory: int = FORGETS_NOTHING
    """How many of the things that it saw it remembers, where a game has something to forget."""
    reflexes: dict[str, float] = {}
    """What differs from the reflexes that the level has in every game."""


UNADVISED: Mapping[str, Mapping[str, Any]] = {
    "newcomer": {"simulations": 6, "noise": 0.3},
    "casual": {"simulations": 24, "noise": 0.1},
    "steady": {"simulations": 100},
    "sharp": {"simulations": 500},
    "master": {"simulations": 3000},
}
"""For games without advice: search alone, with more and more thought."""


def levels_of(game: Game) -> dict[str, Level]:
    """The five levels of a game."""
    own: Mapping[str, Mapping[str, Any]] = getattr(game.policy, "LEVELS", UNADVISED)
    return {name: msgspec.convert(dict(own[name]), Level) for name in LEVELS}


class Levelled:
    """Plays at a level."""

    def __init__(self, level: Level) -> None:
        self.level = level
        manner = Manner(
            simulations=level.simulations,
            width=level.width,
            explore=level.explore,
            stray=level.stray,
            patience=level.patience,
            doubt=level.doubt,
        )
        self.bot: Bot = Greedy() if level.thinks == "greedy" else Search(manner)

    def choose(self, chair: Chair, budget: Budget, seed: bytes) -> int:
        """A noisy move is one that a person of that level might think of, too."""
        chair = chair.forgetting(self.level.memory)
        luck = random.Random(b"noise" + seed)
        if luck.random() < self.level.noise:
            return luck.choice(plausible(chair, luck))
        return as_choice(self.bot.choose(chair, budget, seed)).action


def reflexes_of(name: str, game: Game) -> Reflexes:
    """How quickly and how surely a level acts in a game."""
    return msgspec.structs.replace(REFLEXES[name], **levels_of(game)[name].reflexes)


def level_bot(name: str, game: Game) -> Timed:
    """The bot of a level, with the tempo and the slips of a person."""
    if name not in LEVELS:
        raise DottableError(f"There is no level '{name}'; there are {', '.join(LEVELS)}.")
    return Timed(Levelled(levels_of(game)[name]), reflexes_of(name, game))
