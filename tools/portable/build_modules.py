"""Builds the WebAssembly modules of the games: their rules, search and reviews, without Numba at run time.

Numba compiles every kernel. Its LLVM code is retargeted to 32-bit WebAssembly, linked into one LLVM module per file,
optimized again, and linked with the C library's `exp`, `log` and `pow`.

    python tools/portable/build_modules.py              build what is missing or stale
    python tools/portable/build_modules.py --all        build everything
    python tools/portable/build_modules.py dot_tiles    build the modules of one game
    python tools/portable/build_modules.py --check      only say what is stale; exit with 1 if anything is
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GENERIC_CODE = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "DOTTABLE_RULES": "compiled",
}
"""Environment variables with which Numba generates code that does not depend on the processor."""


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("games", nargs="*", metavar="GAME", help="slugs of games (default: all house games)")
    arguments.add_argument("--all", action="store_true", help="build modules that are up to date as well")
    arguments.add_argument("--check", action="store_true", help="build nothing, only list what is stale")
    given = arguments.parse_args()
    stale = [slug for slug in given.games or house_games() if given.all or stale_reason(slug)]
    for slug in stale:
        print(f"{slug}: {stale_reason(slug) or 'up to date'}", flush=True)
        if not given.check:
            build_in_child(slug)
    if not stale:
        print("The modules of all games are up to date.")
    return int(given.check and bool(stale))


def house_games() -> list[str]:
    from dottable.core.registry import installed_games

    return list(installed_games())


def stale_reason(slug: str) -> str:
    """Return the reason why the modules of a game must be built again; empty if they are up to date."""
    from dottable.core.portable.find_wasm_functions import MODULE_NAMES, read_description, stale_sources
    from dottable.core.registry import find_game

    folder = find_game(slug).folder
    for name in MODULE_NAMES:
        description = read_description(folder, name)
        if description is None:
            return f"{name}.wasm is missing"
        changed = stale_sources(folder, description)
        if changed:
            return f"{changed[0]} has changed since {name}.wasm was built"
    return ""


def build_in_child(slug: str) -> None:
    """Build the modules of one game in a new process with an empty cache, because Numba does not cache LLVM code."""
    started_s = time.monotonic()
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, **GENERIC_CODE, "DOTTABLE_CACHE": cache}
        builder = Path(__file__).with_name("build_game.py")
        subprocess.run([sys.executable, str(builder), slug], env=environment, check=True)
    print(f"  {time.monotonic() - started_s:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
