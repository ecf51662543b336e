"""Loads `play_kernels.py` and its like once per game, each time around that game's own rules.

Numba never caches closures on disk, so the kernels are module-level functions; the same file
becomes a module of its own for every game, with RULES and KNOWLEDGE already in its namespace.
"""

from __future__ import annotations

import importlib.util
import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dottable.core.game import Game

PLAY = Path(__file__).with_name("play_kernels.py")

_loaded: dict[str, ModuleType] = {}
_loading = threading.RLock()


def load_kernels(game: Game, source: Path = PLAY, needs: tuple[Path, ...] = ()) -> ModuleType:
    """The module of compiled functions in `source`, bound to the rules of `game`.

    `needs` are files outside core and the game whose rules `source` calls.
    """
    name = f"dottable_{source.stem}_{game.package.replace('.', '_')}"
    if name not in _loaded:
        with _loading:
            if name not in _loaded:
                _loaded[name] = _load(name, game, source, needs)
    return _loaded[name]


def _load(name: str, game: Game, source: Path, needs: tuple[Path, ...]) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(
        __sources__=(game.folder, source.resolve(), *needs),
        RULES=game.rules,
        KNOWLEDGE=game.knowledge,
        ACTIONS=game.state.ACTIONS.size,
        MAX_STEPS=game.max_steps,
        SAMPLER=getattr(game.rules, "random_action", None),
        WHY_WAIT=getattr(game.rules, "why_wait", None),
    )
    if source != PLAY:
        vars(module).update(PLAY=game.kernels, POLICY=game.policy, TALLY=game.tally)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def is_compiled(game: Game, source: Path = PLAY, needs: tuple[Path, ...] = ()) -> bool:
    """Whether the compiled functions of `source` for this game lie on the disk already."""
    from dottable.core.rule import CORE_SOURCES, INTERPRETED, cache_folder

    return INTERPRETED or any(cache_folder((*CORE_SOURCES, game.folder, source.resolve(), *needs)).rglob("*.nbi"))
