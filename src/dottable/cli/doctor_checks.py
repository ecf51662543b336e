"""The checks of `dottable doctor`. Each yields findings with a status, a text and advice."""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import shutil
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

from dottable import __version__
from dottable.cli.admin.store_access import server_config
from dottable.core.optional_packages import EXTRA_OF_PACKAGE

MIN_PYTHON = (3, 11)
MIN_FREE_BYTES = 500_000_000
"""Free disk space in bytes below which a warning is shown."""
DATABASE_TIMEOUT_S = 5
SHOWN_VERSIONS = ("numpy", "wasmtime", "litestar", "uvicorn")

Status = Literal["ok", "warn", "fail"]


class CheckResult(NamedTuple):
    """A finding of one check of the installation: status, text and advice."""

    name: str
    status: Status
    text: str
    advice: str = ""
    """What the user should do; empty if nothing."""


Check = Callable[[argparse.Namespace], Iterator[CheckResult]]


def safe_results(check: Check, args: argparse.Namespace) -> list[CheckResult]:
    """Run a check and return its findings. An exception in the check becomes a finding."""
    name = check.__name__.removeprefix("check_")
    try:
        return list(check(args))
    except Exception as error:
        return [CheckResult(name, "fail", f"This check failed: {type(error).__name__}: {error}")]


def check_versions(_: argparse.Namespace) -> Iterator[CheckResult]:
    folder = Path(__file__).resolve().parents[1]
    yield CheckResult("dottable", "ok", f"{__version__} in {folder}")
    text = f"{platform.python_version()} on {platform.system()} {platform.machine()} ({sys.executable})"
    is_new = sys.version_info >= MIN_PYTHON
    advice = "" if is_new else f"Install Python {'.'.join(map(str, MIN_PYTHON))} or newer."
    yield CheckResult("python", "ok" if is_new else "fail", text, advice)
    yield CheckResult("packages", "ok", ", ".join(f"{name} {installed_version(name)}" for name in SHOWN_VERSIONS))


def installed_version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def check_extras(_: argparse.Namespace) -> Iterator[CheckResult]:
    packages: dict[str, list[str]] = {}
    for package, extra in EXTRA_OF_PACKAGE.items():
        packages.setdefault(extra, []).append(package)
    missing = {extra for extra, names in packages.items() if not all(map(find_spec, names))}
    present = [extra for extra in packages if extra not in missing]
    absent = [extra for extra in packages if extra in missing]
    advice = f"To add one: pip install 'dottable[{absent[0]}]'." if absent else ""
    text = f"installed: {', '.join(present) or 'none'}; not installed: {', '.join(absent) or 'none'}"
    yield CheckResult("extras", "ok", text, advice)


def check_web_client(_: argparse.Namespace) -> Iterator[CheckResult]:
    folder = Path(__file__).resolve().parents[1] / "web"
    if (folder / "index.html").is_file():
        yield CheckResult("web client", "ok", f"built, {size_text(folder_bytes(folder))}")
    else:
        advice = "With Node 20 or newer, run 'make web'. In a terminal, 'dottable play' works without it."
        yield CheckResult("web client", "warn", "not built: the server shows a plain page", advice)


def check_portable_rules(_: argparse.Namespace) -> Iterator[CheckResult]:
    from dottable.core.portable.find_wasm_functions import MODULE_NAMES, can_run_modules, functions_of_module
    from dottable.core.registry import installed_games

    if not can_run_modules():
        yield CheckResult("portable rules", "fail", "wasmtime does not run here", "Run: pip install --upgrade wasmtime")
        return
    stale = [
        game.slug
        for game in installed_games().values()
        for name in MODULE_NAMES
        if not functions_of_module(game.folder, name)
    ]
    if stale:
        text = f"missing or older than their sources: {', '.join(dict.fromkeys(stale))}"
        yield CheckResult("portable rules", "warn", text, "Run: python tools/portable/build_modules.py")
    else:
        yield CheckResult("portable rules", "ok", f"fresh modules of {len(installed_games())} games")


def check_numba(_: argparse.Namespace) -> Iterator[CheckResult]:
    from dottable.core.kernels.kernel_loader import is_compiled
    from dottable.core.registry import installed_games

    if find_spec("numba") is None:
        text = "not installed: rules run as portable modules"
        yield CheckResult("numba", "ok", text, "For simulations: pip install 'dottable[lab]'.")
        return
    compiled = [game.slug for game in installed_games().values() if is_compiled(game)]
    text = f"{installed_version('numba')}, rules compiled: {len(compiled)} of {len(installed_games())} games"
    advice = "" if len(compiled) == len(installed_games()) else "The others are compiled when they are first used."
    yield CheckResult("numba", "ok", text, advice)


def check_folders(args: argparse.Namespace) -> Iterator[CheckResult]:
    from dottable.core.primitives.rule import cache_root
    from dottable.terminal.data_folder import data_folder

    cache = cache_root()
    yield CheckResult("cache folder", "ok", f"{cache}, {size_text(folder_bytes(cache))}")
    data = data_folder(args.data)
    existing = next(folder for folder in (data, *data.parents) if folder.exists())
    free = shutil.disk_usage(existing).free
    text = f"{data}, {size_text(free)} free"
    if not os.access(existing, os.W_OK):
        yield CheckResult("data folder", "fail", f"{text}, not writable", "Choose another one with DOTTABLE_DATA.")
    elif free < MIN_FREE_BYTES:
        yield CheckResult("data folder", "warn", text, "Free some disk space.")
    else:
        yield CheckResult("data folder", "ok", text)


def check_database(args: argparse.Namespace) -> Iterator[CheckResult]:
    from dottable.store.store_factory import is_postgres, sqlite_path

    address = server_config(args).store
    if not is_postgres(address) and not sqlite_path(address).is_file():
        yield CheckResult("database", "ok", f"none yet; the server will create {sqlite_path(address)}")
        return
    kind = "PostgreSQL" if is_postgres(address) else str(sqlite_path(address))
    try:
        count = asyncio.run(count_tables(address))
    except Exception as error:
        advice = "Check --store, --config or DOTTABLE_STORE, and that the database runs."
        yield CheckResult("database", "fail", f"{kind}: {error or type(error).__name__}", advice)
        return
    yield CheckResult("database", "ok", f"{kind}, {count} tables")


async def count_tables(address: str) -> int:
    """Return the number of tables in the database at an address."""
    from dottable.store import open_store

    async with asyncio.timeout(DATABASE_TIMEOUT_S):
        store = open_store(address)
        await store.start()
        try:
            return await store.count_tables()
        finally:
            await store.close()


def check_port(args: argparse.Namespace) -> Iterator[CheckResult]:
    config = server_config(args)
    with socket.socket(socket.AF_INET6 if ":" in config.host else socket.AF_INET) as probe:
        if sys.platform != "win32":  # on Windows this option would allow a port that is in use
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((config.host, config.port))
        except OSError as error:
            advice = f"If it is Dottable, open http://localhost:{config.port}. Or: dottable serve --port 0."
            yield CheckResult("port", "warn", f"{config.port}: {error.strerror}", advice)
            return
    yield CheckResult("port", "ok", f"{config.port} is free")


def check_browser(_: argparse.Namespace) -> Iterator[CheckResult]:
    try:
        yield CheckResult("browser", "ok", webbrowser.get().__class__.__name__.lower())
    except webbrowser.Error:
        yield CheckResult(
            "browser", "warn", "none here", "Open the address that 'dottable serve' prints, from any device."
        )


def check_gpu(_: argparse.Namespace) -> Iterator[CheckResult]:
    if shutil.which("nvidia-smi") is None:
        yield CheckResult("gpu", "ok", "no NVIDIA GPU; only GPU simulations need one")
    elif find_spec("numba_cuda") is None:
        yield CheckResult("gpu", "ok", "NVIDIA GPU", "For simulations on it: pip install 'dottable[gpu]'.")
    else:
        from dottable.research.gpu.cuda_access import unavailable_reason

        reason = unavailable_reason()
        yield CheckResult("gpu", "warn" if reason else "ok", reason or "NVIDIA GPU, ready")


def folder_bytes(folder: Path) -> int:
    """Return the total size of all files in a folder, in bytes."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def size_text(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB"


CHECKS: tuple[Check, ...] = (
    check_versions,
    check_extras,
    check_web_client,
    check_portable_rules,
    check_numba,
    check_folders,
    check_database,
    check_port,
    check_browser,
    check_gpu,
)
