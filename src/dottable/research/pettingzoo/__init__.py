"""PettingZoo environments of all games. After this import, `pettingzoo.make("aec", "dottable/dot_tiles-v1")` works.

Every registered game also has a module: `from dottable.research.pettingzoo import dot_tiles_v1`.
"""

from __future__ import annotations

import sys
from types import ModuleType

from dottable.core.optional_packages import require_package
from dottable.core.registry import installed_games

require_package("pettingzoo", "research")

from dottable.research.pettingzoo.log_replay import replay_aec, replay_parallel  # noqa: E402
from dottable.research.pettingzoo.registration import (  # noqa: E402
    env,
    parallel_as_aec_env,
    parallel_env,
    raw_env,
    register_game,
)

__all__ = ["env", "parallel_as_aec_env", "parallel_env", "raw_env", "register_game", "replay_aec", "replay_parallel"]

for _game in installed_games().values():
    register_game(_game)


def __getattr__(name: str) -> ModuleType:
    """Return the module `<slug>_v1` of a registered game."""
    module = sys.modules.get(f"{__name__}.{name}")
    if module is None:
        raise AttributeError(f"Module '{__name__}' has no attribute '{name}'.")
    return module
