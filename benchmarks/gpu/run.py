"""Random playouts of every game on a GPU compared with one core of the same machine, in speed and in final bytes.

`python benchmarks/gpu/run.py [--games dot_tiles,dots_52] [--out FOLDER] [--matches 1000]` prints one JSON object.
Every game runs in its own process, so that a failure costs no other game. All compile at once; then one measures
at a time.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from dottable.core.registry import installed_games

ONE_GAME = Path(__file__).with_name("one_game.py")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(installed_games()))
    parser.add_argument("--matches", default="1000", help="matches whose final bytes are compared")
    parser.add_argument("--out", type=Path, help="folder for each game's results, written as they arrive")
    parser.add_argument("--seconds", type=float, default=420, help="time limit; processes that still run are killed")
    parser.add_argument("--tune", action="store_true", help="also try other register limits")
    given = parser.parse_args()
    scratch = Path(tempfile.mkdtemp())
    folder = given.out or scratch
    folder.mkdir(parents=True, exist_ok=True)
    flags = ["--tune"] if given.tune else []
    deadline = time.monotonic() + given.seconds
    runs = {
        slug: subprocess.Popen(
            [sys.executable, "-u", ONE_GAME, slug, given.matches, folder, scratch / "lock", *flags],
            stdout=sys.stderr,
            stderr=(scratch / f"{slug}.log").open("w"),
        )
        for slug in given.games.split(",")
    }
    ends = {slug: wait(run, max(1.0, deadline - time.monotonic())) for slug, run in runs.items()}
    found = {slug: report(folder / f"{slug}.json", scratch / f"{slug}.log", end) for slug, end in ends.items()}
    print(json.dumps(found, indent=2))


def wait(run: subprocess.Popen[bytes], seconds: float) -> str:
    """Return the exit status of a run, or "timeout" after killing it."""
    try:
        return f"status {run.wait(seconds)}"
    except subprocess.TimeoutExpired:
        run.kill()
        return "timeout"


def report(results: Path, log: Path, end: str) -> object:
    """Return a game's results, with the end of its log if it failed."""
    found = json.loads(results.read_text()) if results.exists() else {}
    if end != "status 0":
        found["failed"] = f"{end}: {log.read_text().strip()[-2000:]}"
    return found


if __name__ == "__main__":
    main()
