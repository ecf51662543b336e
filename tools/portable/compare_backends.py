"""Compares the WebAssembly modules with Numba: the same matches and the same searches, each in a process of its own.

    python tools/portable/compare_backends.py                            all games, 10,000 matches and 200 searches each
    python tools/portable/compare_backends.py dot_tiles --matches 1000     one game
    python tools/portable/compare_backends.py --with interpreted --matches 4 --searches 2 --simulations 10
                                                                  with plain Python, which compiles nothing

Prints one JSON line per game, and exits with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence

SIMULATIONS = 200


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("games", nargs="*", metavar="GAME", help="slugs of games (default: all house games)")
    arguments.add_argument("--matches", type=int, default=10_000)
    arguments.add_argument("--searches", type=int, default=200)
    arguments.add_argument("--simulations", type=int, default=SIMULATIONS, help="simulations of each search")
    arguments.add_argument("--with", dest="reference", default="compiled", choices=("compiled", "interpreted"))
    arguments.add_argument("--digest", action="store_true", help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.digest:
        from result_digests import digests

        print(json.dumps(digests(given.games[0], given.matches, given.searches, given.simulations)))
        return 0
    from dottable.core.registry import installed_games

    sizes = ("--matches", given.matches, "--searches", given.searches, "--simulations", given.simulations)
    backends = (given.reference, "portable")
    return max(compare(slug, backends, list(map(str, sizes))) for slug in given.games or installed_games())


def compare(slug: str, backends: tuple[str, str], sizes: Sequence[str]) -> int:
    """Compare one game between two backends. Return 1 if anything differs, else 0."""
    results = [digests_of_backend(backend, slug, sizes) for backend in backends]
    used = tuple(result.pop("backend") for result in results)
    assert used == backends, used
    equal = results[0] == results[1]
    counts = {name: value for name, value in results[0].items() if isinstance(value, int)}
    print(json.dumps({"game": slug, "equal": equal, **counts}), flush=True)
    if not equal:
        print(json.dumps(dict(zip(backends, results, strict=True)), indent=2))
    return int(not equal)


def digests_of_backend(backend: str, slug: str, sizes: Sequence[str]) -> dict[str, object]:
    """Return the digests of a game, computed in a new process."""
    command = [sys.executable, __file__, slug, "--digest", *sizes]
    environment = {**os.environ, "DOTTABLE_RULES": backend}
    ran = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    result: dict[str, object] = json.loads(ran.stdout)
    return result


if __name__ == "__main__":
    sys.exit(main())
