"""OpenSpiel adapter: after this import, `pyspiel.load_game("dottable_dots_52(players=3)")` loads our games.

`docs/research/openspiel.md` describes the mapping of chance, simultaneous choices and information states.
"""

from __future__ import annotations

from dottable.core.extras import require_package
from dottable.core.registry import games

require_package("pyspiel", "openspiel")

from dottable.research.openspiel.game import MatchGame, MatchState, register, spiel_game  # noqa: E402
from dottable.research.openspiel.log_replay import replay  # noqa: E402
from dottable.research.openspiel.rollout_evaluator import CompiledRolloutEvaluator  # noqa: E402
from dottable.research.openspiel.tiny_dots_52 import TinyDots52, register_tiny  # noqa: E402

__all__ = [
    "CompiledRolloutEvaluator",
    "MatchGame",
    "MatchState",
    "TinyDots52",
    "register",
    "register_tiny",
    "replay",
    "spiel_game",
]

for _game in games().values():
    register(_game)
register_tiny()
