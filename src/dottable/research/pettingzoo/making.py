"""Making environments: bare, with PettingZoo's usual wrappers, by id."""

from __future__ import annotations

from functools import partial
from typing import Any

import pettingzoo
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from dottable.core.game import Game
from dottable.core.registry import find
from dottable.research.pettingzoo.cycles import CycleEnv
from dottable.research.pettingzoo.door import VERSION
from dottable.research.pettingzoo.turns import TurnEnv

ILLEGAL_REWARD = -1.0
"""What an illegal action costs whoever chose it; the match ends there."""


def raw_env(game: Game | str, **settings: Any) -> TurnEnv:
    """One agent at a time; raises on an illegal action. For the settings see `door.Door`."""
    return TurnEnv(find(game) if isinstance(game, str) else game, **settings)


def env(game: Game | str, **settings: Any) -> Any:
    """`raw_env` in PettingZoo's usual wrappers: an illegal action ends the match at the cost of ILLEGAL_REWARD."""
    bare = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(bare))


def parallel_env(game: Game | str, **settings: Any) -> CycleEnv:
    """All agents at once, in virtual time."""
    return CycleEnv(find(game) if isinstance(game, str) else game, **settings)


def cycle_env(game: Game | str, **settings: Any) -> Any:
    """`parallel_env` asked agent by agent: everybody once in each cycle, if only to wait."""
    return wrappers.OrderEnforcingWrapper(parallel_to_aec(parallel_env(game, **settings)))


def register_game(game: Game) -> str:
    """Make a game known to `pettingzoo.make`, as AEC and as parallel environment; its id."""
    name = f"dottable/{game.slug}-v{VERSION}"
    if name not in pettingzoo.aec_registry:
        pettingzoo.register("aec", name, entry_point=partial(env, game))
        pettingzoo.register("parallel", name, entry_point=partial(parallel_env, game))
    return name
