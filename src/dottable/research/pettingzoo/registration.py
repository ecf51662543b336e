"""Functions that create environments, and the registration of games with PettingZoo."""

from __future__ import annotations

import sys
from functools import partial
from types import ModuleType
from typing import Any

import pettingzoo
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from dottable.core.game import Game
from dottable.core.registry import find_game
from dottable.research.pettingzoo.aec_match_env import MatchAECEnv
from dottable.research.pettingzoo.base_match_env import ENV_VERSION, EnvConfig
from dottable.research.pettingzoo.parallel_match_env import MatchParallelEnv

ILLEGAL_ACTION_REWARD = -1.0
"""Reward of an agent that chose an illegal action, which also ends the match."""


def raw_env(game: Game | str, **settings: Any) -> MatchAECEnv:
    """Return the AEC environment without wrappers.

    `settings` are fields of EnvConfig. The environment's `step` raises IllegalAction for an illegal action.
    """
    return MatchAECEnv(find_game(game) if isinstance(game, str) else game, EnvConfig(**settings))


def env(game: Game | str, **settings: Any) -> Any:
    """Return the AEC environment in PettingZoo's usual wrappers.

    An illegal action ends the match and costs its agent ILLEGAL_ACTION_REWARD.
    """
    terminating = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), illegal_reward=ILLEGAL_ACTION_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))


def parallel_env(game: Game | str, **settings: Any) -> MatchParallelEnv:
    """Return the parallel environment, in which all agents choose at once in virtual time."""
    return MatchParallelEnv(find_game(game) if isinstance(game, str) else game, EnvConfig(**settings))


def parallel_as_aec_env(game: Game | str, **settings: Any) -> Any:
    """Return the parallel environment with the AEC interface: every agent chooses once per cycle."""
    return wrappers.OrderEnforcingWrapper(parallel_to_aec(parallel_env(game, **settings)))


def register_game(game: Game) -> str:
    """Register a game's environments and return their PettingZoo id.

    Afterwards `pettingzoo.make(kind, id)` works for the kinds `aec` and `parallel`, and the module `<slug>_v1` exists.
    """
    name = f"dottable/{game.slug}-v{ENV_VERSION}"
    if name not in pettingzoo.aec_registry:
        pettingzoo.register("aec", name, entry_point=partial(env, game))
        pettingzoo.register("parallel", name, entry_point=partial(parallel_env, game))
        add_game_module(game)
    return name


def add_game_module(game: Game) -> None:
    """Create the importable module `<slug>_v1`. Its functions need no game argument."""
    module = ModuleType(f"{__package__}.{game.slug}_v{ENV_VERSION}", f"PettingZoo environments of `{game.slug}`.")
    for constructor in (env, raw_env, parallel_env, parallel_as_aec_env):
        setattr(module, constructor.__name__, partial(constructor, game))
    sys.modules[module.__name__] = module
