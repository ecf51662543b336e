"""The decorators `@rule`, `@noinline_rule` and `@kernel` for functions over records, and how these functions run.

Rules run in one of three ways, chosen when a process starts:

- compiled by Numba, the fastest; the first run compiles for seconds to minutes;
- portable: Python calls kernels, which lie ready as WebAssembly modules. No compiler is needed (`core/portable`);
- interpreted as plain Python, so that a debugger can step through them.

Numba's disk cache checks only the file that defines a function, so an edit to another file would leave stale code.
Here the cache folder is named after a hash of every source that a function can depend on.
"""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import os
import shutil
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

from dottable.core.source_folders import CORE_FOLDER, GAMES_FOLDER, PACKAGE_FOLDER

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED, PORTABLE, INTERPRETED = "compiled", "portable", "interpreted"
BACKENDS = (COMPILED, PORTABLE, INTERPRETED)
BACKEND_VARIABLE = "DOTTABLE_RULES"
"""Environment variable that names the backend: how rules run. Child processes inherit it."""


def has_numba() -> bool:
    """Return whether Numba is installed."""
    return find_spec("numba") is not None


def _chosen_backend() -> str:
    """Return the backend of this process: the environment's choice, else the fastest that is installed."""
    chosen = os.environ.get(BACKEND_VARIABLE, "")
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return INTERPRETED
    if chosen not in ("", *BACKENDS):
        raise ImportError(f"{BACKEND_VARIABLE} must be one of {', '.join(BACKENDS)}, not '{chosen}'.")
    return chosen or (COMPILED if has_numba() else PORTABLE)


BACKEND = _chosen_backend()
"""How rules run in this process: compiled, portable or interpreted."""
CALLS_ARE_INTERPRETED = BACKEND != COMPILED
"""Whether a rule that Python calls directly runs as plain Python. Kernels may run otherwise."""

CORE_SOURCES = (CORE_FOLDER / "primitives", CORE_FOLDER / "kernels")
"""Files and folders of core that compiled code depends on. Other modules may change without a recompilation."""
CACHE_ENVIRONMENT_VARIABLE = "DOTTABLE_CACHE"
"""Environment variable that names the folder for Numba's compiled code."""
MAX_CACHE_FOLDERS = 100
"""Number of most recently used cache folders that are kept."""

NUMBA_OPTIONS = {
    "cache": True,
    "error_model": "numpy",
    "nogil": True,
    "_nrt": False,  # no allocation and no reference counts: fast, and possible on a GPU
    "no_cfunc_wrapper": True,  # no code takes the address of a rule; saves compile time
}

_numba_config_lock = threading.Lock()


def rule(function: Function) -> Function:
    """Decorator: let Numba compile a function at its first call and inline it into its callers. Cached on disk."""
    return _compile(function, inline=True)


def noinline_rule(function: Function) -> Function:
    """Decorator: let Numba compile a function without inlining it.

    For large functions with several callers, to save compile time.
    """
    return _compile(function, inline=False)


def kernel(function: Function) -> Function:
    """Decorator: make a rule callable from Python with plain NumPy arrays and integers, whichever backend runs."""
    if BACKEND == COMPILED:
        compiled: Any = rule(function)
        compiled.is_kernel = True
        return cast("Function", compiled)
    from dottable.core.portable.portable_kernel import Kernel

    return cast("Function", Kernel(function))


_uncompiled: list[tuple[Callable[..., Any], bool]] = []
"""Rules that Numba has not compiled yet, each with whether it is to be inlined."""


def compile_on_demand() -> None:
    """Prepare the rules of a process that runs WebAssembly modules, so that Numba can compile them when needed.

    Rules stay plain functions in such a process. Each gets the attribute `_numba_type_`, in which Numba looks for the
    type of a compiled function.
    """
    while _uncompiled:
        function, inline = _uncompiled.pop()
        compiled: Any = make_dispatcher(function, inline=inline)
        vars(function).update(compiled=compiled, _numba_type_=compiled._numba_type_)


def _compile(function: Function, *, inline: bool) -> Function:
    """Return the function compiled by Numba; unchanged, but noted for later, in a process that does not compile."""
    if CALLS_ARE_INTERPRETED:
        _uncompiled.append((function, inline))
        return function
    return make_dispatcher(function, inline=inline)


def make_dispatcher(function: Function, *, inline: bool) -> Function:
    """Return Numba's dispatcher for a function. It compiles, or reads from the disk cache, at its first call."""
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
    """Make compiled code that calls this function pass every integer as int64.

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
    """Return the source files and folders that the compiled form of a function can depend on."""
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
    """Return the cache folder for code compiled from these sources; create it if needed.

    Changed sources give another folder.
    """
    folder = cache_root() / source_fingerprint(folders)
    if not folder.exists():
        remove_oldest_caches(folder.parent)
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):
        os.utime(folder)
    return folder


def source_fingerprint(folders: tuple[Path, ...]) -> str:
    """Return a hash of all sources in these files and folders, of Numba's version and of its bounds-check setting."""
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
    """Return the parent folder of all compiled code: `DOTTABLE_CACHE`, the user's cache folder, or a temporary one."""
    from platformdirs import user_cache_path

    chosen = os.environ.get(CACHE_ENVIRONMENT_VARIABLE)
    root = Path(chosen) if chosen else user_cache_path("dottable") / "compiled"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:
        root = Path(tempfile.gettempdir()) / f"dottable-{getpass.getuser()}"
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
