"""`@rule`: plain Python functions over a record, compiled by Numba, or left alone for a debugger.

Numba's disk cache looks only at the file a function stands in, so an edit to another file would
leave stale code behind. Here the cache folder itself is named after a hash of every source that
a function can depend on.
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
"""True when rules run as plain Python: slower, but a debugger can step through them."""

CORE = Path(__file__).resolve().parent
COMPILED = ("rule", "record", "chance", "quick", "seats", "actions", "refusals", "ranking", "play_kernels")
"""The modules of core that compiled code can depend on; the others may change without compiling anew."""
CORE_SOURCES = tuple(CORE / f"{name}.py" for name in COMPILED)
DOTTABLE = CORE.parent
GAMES = DOTTABLE / "games"
CACHE_VARIABLE = "DOTTABLE_CACHE"
CACHES_KEPT = 100

SETTINGS = {
    "cache": True,
    "error_model": "numpy",
    "nogil": True,
    "_nrt": False,  # no allocation and no reference counts: fast, and fit for a GPU
    "no_cfunc_wrapper": True,  # nobody takes a rule's address; saves compile time
}

_decorating = threading.Lock()


def rule(function: Function) -> Function:
    """Compile `function` (lazily, once per machine) into whatever calls it; unchanged when interpreted."""
    return _compiled(function, inline=True)


def big_rule(function: Function) -> Function:
    """Like `rule`, but compiled once and called: for large functions with many callers."""
    return _compiled(function, inline=False)


def _compiled(function: Function, *, inline: bool) -> Function:
    if INTERPRETED:
        return function
    import numba

    config: Any = numba.config
    compiler: Any = numba.njit
    folder = cache_folder(sources_of(function))
    with _decorating:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            compiled = compiler(forceinline=inline, **SETTINGS)(function)
        finally:
            config.CACHE_DIR = before
    _widen_calls(compiled)
    return cast("Function", compiled)


def _widen_calls(compiled: Any) -> None:
    """Let callers pass whole numbers of any width, but compile for one: 64 bits.

    Numba would compile a rule anew for every mixture of widths and literals that it is called with.
    """
    from numba.core import types

    def widened(kind: Any) -> Any:
        kind = cast("Any", types).unliteral(kind)
        is_narrow = isinstance(kind, types.Integer) and cast("Any", kind).bitwidth < 64
        return types.int64 if is_narrow else kind

    original = compiled.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return original(tuple(map(widened, args)), {name: widened(kind) for name, kind in kws.items()})

    compiled.get_call_template = get_call_template


def sources_of(function: Callable[..., Any]) -> tuple[Path, ...]:
    """Every file and folder that the compiled form of `function` can depend on."""
    declared = function.__globals__.get("__sources__")
    if declared is not None:
        return (*CORE_SOURCES, *declared)
    folder = Path(function.__code__.co_filename).resolve().parent
    if folder.is_relative_to(CORE):
        return CORE_SOURCES
    if folder.is_relative_to(DOTTABLE) and not folder.is_relative_to(GAMES):
        return (DOTTABLE,)
    return (*CORE_SOURCES, package_root(folder))


def package_root(folder: Path) -> Path:
    """The folder of the game package that `folder` lies in."""
    if folder.is_relative_to(GAMES):
        return GAMES / folder.relative_to(GAMES).parts[0]
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


@cache
def cache_folder(folders: tuple[Path, ...]) -> Path:
    """Where code compiled from these folders is kept; a changed source gives another folder."""
    folder = cache_root() / fingerprint(folders)
    if not folder.exists():
        drop_oldest(folder.parent)
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):
        os.utime(folder)
    return folder


def fingerprint(folders: tuple[Path, ...]) -> str:
    """A hash of all sources below these folders (or files), Numba's version and its checking mode."""
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
    """The folder of all compiled code: `DOTTABLE_CACHE`, or the user's cache folder."""
    from platformdirs import user_cache_path

    wished = os.environ.get(CACHE_VARIABLE)
    root = Path(wished) if wished else user_cache_path("dottable") / "compiled"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:
        root = Path(tempfile.gettempdir()) / f"dottable-{os.getuid()}"
        root.mkdir(parents=True, exist_ok=True)
    return root


def drop_oldest(root: Path) -> None:
    """Keep the cache small: remove all but the most recently used folders; others may do the same just now."""
    used: dict[Path, float] = {}
    for folder in root.iterdir():
        with contextlib.suppress(OSError):
            used[folder] = folder.stat().st_mtime
    folders = sorted(used, key=lambda folder: used[folder])
    for folder in folders[: max(0, len(folders) - CACHES_KEPT)]:
        shutil.rmtree(folder, ignore_errors=True)
