"""Runs the test suites of PettingZoo, OpenSpiel and Gymnasium on all games, from the wheel in an empty environment.

    python benchmarks/research/peer_suites.py

Builds a wheel of the last commit (or takes `--wheel FILE`), installs it with the extras `research` and `openspiel` into
a new virtual environment, and runs the peers' own checks there. Nothing of the repository is importable but its tests.
With DOTTABLE_RULES=portable rules are not compiled first, which takes minutes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXTRAS = "research,openspiel"
SUITES = {
    "gymnasium": ("test_gymnasium.py", "gymnasium_checks or batch_equals or make or statistics"),
    "pettingzoo": ("test_pettingzoo.py", "api_test or render_test or same_seed or max_cycles_truncates"),
    "openspiel": ("test_openspiel.py", "random_sim_test"),
}
"""By peer: the file with its checks, and the expression that selects them."""
MAKE_EVERY_GAME = """
import gymnasium
for name in ("DobbleConnect", "DotAllot", "DotTiles", "Dots52", "Dots72"):
    gymnasium.make(f"dottable.research.gymnasium:dottable/{name}-v0", variant="tiny").reset(seed=1)
"""
"""Makes the environments as a user does, without an import of dottable."""


def run(*command: str | Path, cwd: Path, environment: dict[str, str] | None = None) -> None:
    """Run a command and stop if it fails."""
    print("$", *command, flush=True)
    subprocess.run([str(part) for part in command], cwd=cwd, env={**os.environ, **(environment or {})}, check=True)


def copy_of_commit(folder: Path) -> Path:
    """Return a copy of the last commit without the sources of the web client, which no research adapter needs."""
    folder.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD", ":(exclude)web"], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "-x"], cwd=folder, input=archive.stdout, check=True)
    return folder


def build_wheel(python: Path, source: Path, folder: Path) -> Path:
    """Build a wheel with the pip of an environment and return its path."""
    run(python, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, source, cwd=folder.parent)
    return next(folder.glob("dottable-*.whl"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=Path, help="test this wheel instead of a new one")
    args = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = copy_of_commit(folder / "source")
        venv.create(folder / "venv", with_pip=True)
        python = folder / "venv" / "bin" / "python"
        wheel = args.wheel.resolve() if args.wheel else build_wheel(python, source, folder / "wheels")
        run(python, "-m", "pip", "install", "-qq", f"{wheel}[{EXTRAS}]", "pytest", cwd=folder)
        (source / "src").rename(folder / "unused")  # only the installed wheel is importable
        clean = {"PYTHONPATH": "", "DOTTABLE_CACHE": str(folder / "cache")}
        print(f"installed after {time.monotonic() - start:.0f} s", flush=True)
        run(python, "-c", MAKE_EVERY_GAME, cwd=folder, environment=clean)
        for peer, (file, chosen) in SUITES.items():
            begun = time.monotonic()
            tests = ("-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/research/{file}", "-k", chosen)
            run(python, *tests, cwd=source, environment=clean)
            print(f"{peer}: {time.monotonic() - begun:.0f} s", flush=True)
    print(f"All suites passed in {time.monotonic() - start:.0f} s.")


if __name__ == "__main__":
    main()
