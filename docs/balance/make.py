"""Draw the plots of this folder: `python docs/balance/make.py [SLUG ...]`. All games take some minutes."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLOTS = {
    "dot_allot": (
        "fairness-wins-by-turn-order",
        "fairness-wins-of-the-player-who-begins-by-level",
        "scoring-largest-groups-by-their-size",
        "scoring-groups-that-take-a-point-by-cell",
        "scoring-points-for-colours-of-a-round-s-starter-and-of-the-other-by-round",
    ),
    "dot_tiles": (
        "fairness-wins-by-turn-order",
        "fairness-wins-of-the-player-who-begins-by-level",
        "scoring-how-often-each-group-is-completed",
        "scoring-points-that-each-group-brings-to-a-sheet",
        "scoring-tiles-on-a-sheet-by-number-and-group",
    ),
    "dots_52": (
        "length-length",
        "scoring-cards-that-are-exchanged-for-another-one-by-place-and-rank",
        "scoring-how-often-a-call-is-won-by-total",
    ),
    "dots_72": (
        "scoring-hands-won-by-the-order-of-the-first-turns",
        "scoring-turns-of-a-hand",
        "scoring-winning-sets-by-colour-and-number",
    ),
    "dobble_connect": (
        "skill-level-against-level",
        "scoring-how-often-a-card-lies-on-each-hexagon-at-a-round-s-end",
        "scoring-rounds-by-the-number-of-cards-laid",
    ),
}


def make_plots(slug: str) -> None:
    """Run the report of a game and copy its plots into the game's folder."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "dottable", "report", slug, "--seed", "balance"]
        command += ["--out", f"{folder}/{slug}.html", "--plots", f"{folder}/plots"]
        subprocess.run(command, check=True)
        shutil.rmtree(HERE / slug, ignore_errors=True)
        (HERE / slug).mkdir()
        for name in PLOTS[slug]:
            shutil.copy(Path(folder) / "plots" / f"{name}.svg", HERE / slug / f"{name}.svg")


if __name__ == "__main__":
    for chosen in sys.argv[1:] or PLOTS:
        make_plots(chosen)
