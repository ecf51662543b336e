"""Gymnasium environments: one learner against bots, as a single environment or as a vector of environments.

After this import, `gymnasium.make("dottable/DotTiles-v0", opponent="sharp")` works. Without it, put the module before
the id: `gymnasium.make("dottable.research.gymnasium:dottable/DotTiles-v0")`.
"""

from __future__ import annotations

from dottable.core.optional_packages import require_package
from dottable.research.gymnasium.registration import register_envs, register_game

__all__ = ["register_envs", "register_game"]

require_package("gymnasium", "research")
register_envs()
