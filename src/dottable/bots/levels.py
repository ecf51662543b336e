"""Five levels of bots for every game. A level combines a search method, a budget, noise, memory and a reaction model.

A game's module `bot` defines its levels as `LEVELS` (contract `BotLevels`). Games without it use SEARCH_LEVELS.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from dottable.bots.bot import Bot, Budget, as_choice
from dottable.bots.greedy import GreedyBot, plausible_actions
from dottable.bots.search.search_bot import SearchBot, SearchConfig
from dottable.bots.seat_access import UNLIMITED_MEMORY, SeatAccess
from dottable.bots.selectable_bots import LEVEL_NAMES
from dottable.bots.timing.timed_bot import REACTION_MODELS, ReactionModel, TimedBot
from dottable.core.contract import BotLevels
from dottable.core.errors import DottableError
from dottable.core.game import Game


class Level(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings of a level. Fields without a description have the same meaning as in SearchConfig."""

    method: Literal["greedy", "search"] = "search"
    simulations: int = 1000
    width: int = 24
    exploration: float = 0.6
    random_rate: int = 0
    rollout_limit: int = 400
    standard_errors: float = 0.5
    noise: float = 0.0
    """Probability, per move, of a random choice among the plausible actions."""
    random_moves: float = 0.0
    """Probability, per move, of a random choice among all legal actions."""
    memory: int = UNLIMITED_MEMORY
    """Number of facts that the bot remembers, in games that implement the hook `forget`."""
    reaction: dict[str, float] = {}
    """Fields of the level's ReactionModel to replace in this game."""


SEARCH_LEVELS: Mapping[str, Mapping[str, Any]] = {
    "newcomer": {"simulations": 6, "noise": 0.3},
    "casual": {"simulations": 24, "noise": 0.1},
    "steady": {"simulations": 100},
    "sharp": {"simulations": 500},
    "master": {"simulations": 3000},
}
"""Levels for games without policies: tree search, with more simulations at each level."""


def levels_of(game: Game) -> dict[str, Level]:
    """Return the five levels of a game by name."""
    own: Mapping[str, Mapping[str, Any]] = game.bot.LEVELS if isinstance(game.bot, BotLevels) else SEARCH_LEVELS
    return {name: msgspec.convert(dict(own[name]), Level) for name in LEVEL_NAMES}


def search_config(level: Level) -> SearchConfig:
    """Return the parameters of the search of a level."""
    return SearchConfig(
        simulations=level.simulations,
        width=level.width,
        exploration=level.exploration,
        random_rate=level.random_rate,
        rollout_limit=level.rollout_limit,
        standard_errors=level.standard_errors,
    )


class LeveledBot:
    """A bot that plays at a level without delays and without reaction errors. TimedBot adds both."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.bot: Bot = GreedyBot() if level.method == "greedy" else SearchBot(search_config(level))

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int:
        access = access.with_memory(self.level.memory)
        rng = random.Random(b"noise" + seed)
        if rng.random() < self.level.noise:
            return rng.choice(plausible_actions(access, rng))
        if self.level.random_moves and rng.random() < self.level.random_moves:
            return rng.choice(access.legal())
        return as_choice(self.bot.choose(access, budget, seed)).action


def reaction_model_of(name: str, game: Game) -> ReactionModel:
    """Return the reaction model of a level in a game."""
    return msgspec.structs.replace(REACTION_MODELS[name], **levels_of(game)[name].reaction)


def level_bot(name: str, game: Game) -> TimedBot:
    """Return the bot of a level, with reaction times and errors like those of people."""
    if name not in LEVEL_NAMES:
        raise DottableError(f"Unknown level '{name}'. Available: {', '.join(LEVEL_NAMES)}.")
    return TimedBot(LeveledBot(levels_of(game)[name]), reaction_model_of(name, game))
