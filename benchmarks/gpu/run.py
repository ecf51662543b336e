"""Random playouts of every game on a GPU beside one core of the same machine, and whether both end in the same bytes.

`python benchmarks/gpu/run.py [--games dot_tiles,dots_52] [--out FOLDER] [--matches 1000]` prints one JSON object. Every
game has a process of its own, so that one that fails or hangs costs no other; all compile at once, and
then one measures at a time.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAMES = ("dot_tiles", "dot_allot", "dots_52", "dots_72", "dobble_connect")
ONE_GAME = Path(__file__).with_name("one_game.py")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--matches", default="1000", help="matches that must end in the same bytes")
    parser.add_argument("--out", type=Path, help="a folder for each game's results, written as they come")
    parser.add_argument("--seconds", type=float, default=420, help="after this long, what still runs is given up")
    parser.add_argument("--tune", action="store_true", help="try register limits and more shapes of launches")
    given = parser.parse_args()
    notes = Path(tempfile.mkdtemp())
    folder = given.out or notes
    folder.mkdir(parents=True, exist_ok=True)
    more = ["--tune"] if given.tune else []
    deadline = time.monotonic() + given.seconds
    runs = {
        slug: subprocess.Popen(
            [sys.executable, "-u", ONE_GAME, slug, given.matches, folder, notes / "lock", *more],
            stdout=sys.stderr,
            stderr=(notes / f"{slug}.log").open("w"),
        )
        for slug in given.games.split(",")
    }
    ends = {slug: wait(run, max(1.0, deadline - time.monotonic())) for slug, run in runs.items()}
    found = {slug: report(folder / f"{slug}.json", notes / f"{slug}.log", end) for slug, end in ends.items()}
    print(json.dumps(found, indent=2))


def wait(run: subprocess.Popen[bytes], seconds: float) -> str:
    """How a run ended; it is given up when the time is over."""
    try:
        return f"status {run.wait(seconds)}"
    except subprocess.TimeoutExpired:
        run.kill()
        return "given up"


def report(results: Path, log: Path, end: str) -> object:
    """What a game came to, or why it did not."""
    found = json.loads(results.read_text()) if results.exists() else {}
    if end != "status 0":
        found["failed"] = f"{end}: {log.read_text().strip()[-2000:]}"
    return found


if __name__ == "__main__":
    main()
