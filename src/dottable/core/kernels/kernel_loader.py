"""Loads a kernel file such as `play_kernels.py` once per game, as a module around that game's own rules.

Numba caches no closures on disk, so kernels must be module-level functions. Executing the same file once per game
gives each game a module of its own, with RULES, KNOWLEDGE and the like already in its namespace.
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

PLAY_KERNELS_FILE = Path(__file__).resolve().with_name("play_kernels.py")
"""Path of the kernels that every game has."""

_loaded: dict[str, ModuleType] = {}
_load_lock = threading.RLock()


def load_kernels(game: Game, source: Path = PLAY_KERNELS_FILE, dependencies: tuple[Path, ...] = ()) -> ModuleType:
    """Return a module with the compiled functions of the file `source`, bound to the rules of `game`.

    `dependencies` are further files that the functions depend on, outside core and the game. A change in one recompiles
    them.
    """
    name = f"dottable_{source.stem}_{game.package.replace('.', '_')}"
    if name not in _loaded:
        with _load_lock:
            if name not in _loaded:
                _loaded[name] = _execute_kernel_file(name, game, source, dependencies)
    return _loaded[name]


def _execute_kernel_file(name: str, game: Game, source: Path, dependencies: tuple[Path, ...]) -> ModuleType:
    """Execute the file `source` as a new module, with RULES, KNOWLEDGE and the like of the game in its namespace."""
    spec = importlib.util.spec_from_file_location(name, source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(
        __sources__=(game.folder, source.resolve(), *dependencies),
        RULES=game.rules,
        KNOWLEDGE=game.knowledge,
        ACTION_COUNT=game.state.ACTIONS.size,
        MAX_STEPS=game.max_steps,
    )
    if source != PLAY_KERNELS_FILE:
        vars(module).update(PLAY_KERNELS=game.kernels, BOT=game.bot, STATISTICS=game.statistics)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def is_compiled(
    game: Game,
    source: Path = PLAY_KERNELS_FILE,
    dependencies: tuple[Path, ...] = (),
    functions: tuple[str, ...] = ("*",),
) -> bool:
    """Return whether Numba's disk cache holds these functions of `source`, compiled for this game.

    By default one compiled function is enough.
    """
    from dottable.core.primitives.rule import CORE_SOURCES, cache_folder

    folder = cache_folder((*CORE_SOURCES, game.folder, source.resolve(), *dependencies))
    return all(any(folder.rglob(f"*.{name}-*.nbi")) for name in functions)


def must_be_compiled(game: Game, source: Path = PLAY_KERNELS_FILE, dependencies: tuple[Path, ...] = ()) -> bool:
    """Return whether the first call of a function of `source` for this game would wait for Numba to compile it."""
    from dottable.core.portable.find_wasm_functions import has_portable_rules
    from dottable.core.primitives.rule import BACKEND, INTERPRETED, PORTABLE, has_numba

    if BACKEND == INTERPRETED or not has_numba() or (BACKEND == PORTABLE and has_portable_rules(game.folder)):
        return False
    return not is_compiled(game, source, dependencies)
