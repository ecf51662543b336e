"""PettingZoo environments of all games: `pettingzoo.make("aec", "dottable/dot_tiles-v1")` once this is imported.

Every game has a module of its own, too: `from dottable.research.pettingzoo import dot_tiles_v1`.
"""

from __future__ import annotations

from dottable.core.registry import games
from dottable.research.extras import need

need("pettingzoo", "research")

from dottable.research.pettingzoo.making import cycle_env, env, parallel_env, raw_env, register_game  # noqa: E402
from dottable.research.pettingzoo.replaying import replay_cycles, replay_turns  # noqa: E402

__all__ = ["cycle_env", "env", "parallel_env", "raw_env", "register_game", "replay_cycles", "replay_turns"]

for _game in games().values():
    register_game(_game)
