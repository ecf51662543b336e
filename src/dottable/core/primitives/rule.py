"""The decorators `@rule` and `@noinline_rule`: compile functions over records with Numba, or leave them interpreted.

Numba's disk cache checks only the file that defines a function, so an edit to another file would leave stale code.
Here the cache folder is named after a hash of every source that a function can depend on.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether rules run as plain Python: slower, but a debugger can step through them."""

PRIMITIVES_FOLDER = Path(__file__).resolve().parent
CORE_FOLDER = PRIMITIVES_FOLDER.parent
CORE_SOURCES = (PRIMITIVES_FOLDER, CORE_FOLDER / "kernels")
"""Files and folders of core that compiled code depends on. Other modules may change without a recompilation."""
PACKAGE_FOLDER = CORE_FOLDER.parent
GAMES_FOLDER = PACKAGE_FOLDER / "games"
CACHE_ENVIRONMENT_VARIABLE = "DOTTABLE_CACHE"
"""Environment variable that names the folder of compiled code."""
MAX_CACHE_FOLDERS = 100
"""Most recently used cache folders that are kept."""

NUMBA_OPTIONS = {
    "cache": True,
    "error_model": "numpy",
    "nogil": True,
    "_nrt": False,  # no allocation and no reference counts: fast, and possible on a GPU
    "no_cfunc_wrapper": True,  # no code takes the address of a rule; saves compile time
}

_numba_config_lock = threading.Lock()


def rule(function: Function) -> Function:
    """Compile a function at its first call and inline it into its callers. The result is cached on disk."""
    return _compile(function, inline=True)


def noinline_rule(function: Function) -> Function:
    """Compile a function without inlining it: for large functions with several callers, to save compile time."""
    return _compile(function, inline=False)


def _compile(function: Function, *, inline: bool) -> Function:
    if INTERPRETED:
        return function
    import numba

    config: Any = numba.config
    compiler: Any = numba.njit
    folder = cache_folder(sources_of(function))
    with _numba_config_lock:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            compiled = compiler(forceinline=inline, **NUMBA_OPTIONS)(function)
        finally:
            config.CACHE_DIR = before
    _cast_arguments(compiled)
    return cast("Function", compiled)


def _cast_arguments(compiled: Any) -> None:
    """Make compiled callers pass every integer as int64.

    Otherwise Numba would compile the function again for every mixture of integer widths and literals.
    """
    from numba.core import types

    def cast_type(numba_type: Any) -> Any:
        numba_type = cast("Any", types).unliteral(numba_type)
        is_narrow = isinstance(numba_type, types.Integer) and cast("Any", numba_type).bitwidth < 64
        return types.int64 if is_narrow else numba_type

    original = compiled.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return original(tuple(map(cast_type, args)), {name: cast_type(found) for name, found in kws.items()})

    compiled.get_call_template = get_call_template


def sources_of(function: Callable[..., Any]) -> tuple[Path, ...]:
    """Return the files and folders that the compiled form of a function can depend on."""
    declared = function.__globals__.get("__sources__")
    if declared is not None:
        return (*CORE_SOURCES, *declared)
    folder = Path(function.__code__.co_filename).resolve().parent
    if folder.is_relative_to(CORE_FOLDER):
        return CORE_SOURCES
    if folder.is_relative_to(PACKAGE_FOLDER) and not folder.is_relative_to(GAMES_FOLDER):
        return (PACKAGE_FOLDER,)
    return (*CORE_SOURCES, package_root(folder))


def package_root(folder: Path) -> Path:
    """Return the folder of the game package that contains `folder`."""
    if folder.is_relative_to(GAMES_FOLDER):
        return GAMES_FOLDER / folder.relative_to(GAMES_FOLDER).parts[0]
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


@cache
def cache_folder(folders: tuple[Path, ...]) -> Path:
    """Return the cache folder for code compiled from these sources. A changed source gives another folder."""
    folder = cache_root() / source_fingerprint(folders)
    if not folder.exists():
        remove_oldest_caches(folder.parent)
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):
        os.utime(folder)
    return folder


def source_fingerprint(folders: tuple[Path, ...]) -> str:
    """Return a hash of all sources in these files and folders, of Numba's version and of its bounds-checking mode."""
    digest = hashlib.sha256()
    digest.update(version("numba").encode())
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    for folder in folders:
        for path in [folder] if folder.is_file() else sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(f"\0{folder.name}/{path.relative_to(folder)}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


@cache
def cache_root() -> Path:
    """Return the folder of all compiled code: `DOTTABLE_CACHE`, the user's cache folder, or a temporary one."""
    from platformdirs import user_cache_path

    chosen = os.environ.get(CACHE_ENVIRONMENT_VARIABLE)
    root = Path(chosen) if chosen else user_cache_path("dottable") / "compiled"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:
        root = Path(tempfile.gettempdir()) / f"dottable-{os.getuid()}"
        root.mkdir(parents=True, exist_ok=True)
    return root


def remove_oldest_caches(root: Path) -> None:
    """Remove all but the most recently used cache folders. Another process may do so at the same time."""
    used: dict[Path, float] = {}
    for folder in root.iterdir():
        with contextlib.suppress(OSError):
            used[folder] = folder.stat().st_mtime
    folders = sorted(used, key=lambda folder: used[folder])
    for folder in folders[: max(0, len(folders) - MAX_CACHE_FOLDERS)]:
        shutil.rmtree(folder, ignore_errors=True)
