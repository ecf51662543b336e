"""Makes the plots of this folder anew: `python docs/balance/make.py [SLUG ...]`; the whole takes some minutes."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLOTS = {
    "dot_allot": (
        "fairness-wins-by-the-order-of-turns",
        "places-largest-groups-by-their-size",
        "places-groups-that-take-a-point-by-cell",
        "places-points-for-colours-of-a-round-s-starter-and-of-the-other-by-round",
    ),
    "dot_tiles": (
        "fairness-wins-by-the-order-of-turns",
        "places-how-often-each-group-is-completed",
        "places-points-that-each-group-brings-to-a-sheet",
        "places-tiles-on-a-sheet-by-number-and-group",
    ),
    "dots_52": (
        "length-length",
        "places-cards-that-are-exchanged-for-another-one-by-place-and-rank",
        "places-how-often-a-call-is-won-by-total",
    ),
    "dots_72": (
        "places-hands-won-by-the-order-of-the-first-turns",
        "places-turns-of-a-hand",
        "places-winning-sets-by-colour-and-number",
    ),
    "dobble_connect": (
        "skill-level-against-level",
        "places-how-often-a-card-lies-on-each-hexagon-at-a-round-s-end",
        "places-rounds-by-the-number-of-cards-laid",
    ),
}


def make(slug: str) -> None:
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
        make(chosen)
