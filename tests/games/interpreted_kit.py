"""Runs the conformance kit's checks interpreted, for every option set of a game: `... SLUG`.

Prints the findings as a JSON list of texts. Compiling the checks of a game takes longer than a few such matches.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

from dottable.core.conformance.compiled_checks import check_compiled
from dottable.core.options import options_varied_one_at_a_time
from dottable.core.registry import find_game
from tests.conftest import ROOT


def findings(slug: str) -> list[str]:
    """Return what the kit finds in a match of every number of seats, and in one match of every other option set."""
    game = find_game(slug)
    found = []
    for options in options_varied_one_at_a_time(game.state.Options):
        matches = len(game.seat_counts) if options == game.state.Options() else 1
        found += [str(finding) for finding in check_compiled(game, options, matches, bytes(32))]
    return found


def run_interpreted(slug: str) -> list[str]:
    """Return `findings` from a new process in which Numba compiles nothing."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.games.interpreted_kit", slug],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    return json.loads(ran.stdout)


if __name__ == "__main__":
    json.dump(findings(sys.argv[1]), sys.stdout)
