"""Our games among OpenSpiel's: `pyspiel.load_game("dottable_dots_52(players=3)")` once this is imported.

`docs/research/openspiel.md` tells how chance, simultaneous choices and information states are mapped.
"""

from __future__ import annotations

from dottable.core.registry import games
from dottable.research.extras import need

need("pyspiel", "openspiel")

from dottable.research.openspiel.door import MatchGame, MatchState, register, spiel_game  # noqa: E402
from dottable.research.openspiel.replaying import replay  # noqa: E402
from dottable.research.openspiel.rollouts import CompiledRollouts  # noqa: E402
from dottable.research.openspiel.tiny import TinyDots52, register_tiny  # noqa: E402

__all__ = [
    "CompiledRollouts",
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
