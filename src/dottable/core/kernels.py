"""Loads `play_kernels.py` and its like once per game, each time around that game's own rules.

Numba never caches closures on disk, so the kernels are module-level functions; the same file
becomes a module of its own for every game, with RULES and KNOWLEDGE already in its namespace.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dottable.core.game import Game

PLAY = Path(__file__).with_name("play_kernels.py")


def load_kernels(game: Game, source: Path = PLAY) -> ModuleType:
    """The module of compiled functions in `source`, bound to the rules of `game`."""
    name = f"dottable_{source.stem}_{game.package.replace('.', '_')}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(
        __sources__=(game.folder, source.resolve().parent),
        RULES=game.rules,
        KNOWLEDGE=game.knowledge,
        ACTIONS=game.state.ACTIONS.size,
        MAX_STEPS=game.max_steps,
        SAMPLER=getattr(game.rules, "random_action", None),
        WHY_WAIT=getattr(game.rules, "why_wait", None),
    )
    if source != PLAY:
        vars(module).update(PLAY=game.kernels)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def is_compiled(game: Game) -> bool:
    """Whether compiled rules of this game lie on the disk already."""
    from dottable.core.rule import CORE, INTERPRETED, cache_folder

    folder = cache_folder((CORE, game.folder, PLAY.resolve().parent))
    return INTERPRETED or any(folder.rglob("*.nbi"))
