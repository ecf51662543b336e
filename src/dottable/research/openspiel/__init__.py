"""OpenSpiel adapter. After this import, `pyspiel.load_game("dottable_dots_52(players=3)")` loads a Dottable game.

`docs/research/openspiel.md` describes how chance, simultaneous choices and information states are mapped.
"""

from __future__ import annotations

from dottable.core.optional_packages import require_package
from dottable.core.registry import installed_games

require_package("pyspiel", "openspiel")

from dottable.research.openspiel.game import MatchGame, MatchState, register_game, spiel_game  # noqa: E402
from dottable.research.openspiel.log_replay import replay  # noqa: E402
from dottable.research.openspiel.rollout_evaluator import CompiledRolloutEvaluator  # noqa: E402
from dottable.research.openspiel.tiny_dots_52 import TinyDots52, register_tiny  # noqa: E402

__all__ = [
    "CompiledRolloutEvaluator",
    "MatchGame",
    "MatchState",
    "TinyDots52",
    "register_game",
    "register_tiny",
    "replay",
    "spiel_game",
]

for _game in installed_games().values():
    register_game(_game)
register_tiny()
