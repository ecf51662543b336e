"""Cost of a move in one process on SQLite, compared with an earlier commit: several nodes must not slow it down.

    python benchmarks/server/cluster_overhead.py --before 4252a67 [--rounds 6] [--seconds 5] [--sockets 100]

Prints one JSON object. Both versions play DOTS (72 cards) in turns, in the order ABBA, so that other load on the
machine hits both alike. The ratio compares the medians of moves per CPU second of the server.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIVE = ROOT / "benchmarks" / "live"
sys.path.insert(0, str(LIVE))
from run import free_port, wait_for, wait_until_calm  # noqa: E402


def extract_sources(commit: str, folder: Path) -> Path:
    """Write the sources of a commit into a folder and return their path."""
    archive = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)
    return folder / "src"


def measure(sources: Path, folder: Path, given: argparse.Namespace) -> float:
    """Return the moves per CPU second of a fresh server with these sources."""
    port = free_port()
    environment = {**os.environ, "PYTHONPATH": str(sources)}
    command = [sys.executable, str(LIVE / "ours_server.py"), str(port), str(folder / f"{port}.db")]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port, server)
        wait_until_calm(server.pid)
        asked = ["--port", str(port), "--server-pid", str(server.pid)]
        asked += ["--sockets", str(given.sockets), "--seconds", str(given.seconds)]
        driver = [sys.executable, str(LIVE / "ours_driver.py"), *asked]
        told = subprocess.run(driver, check=True, capture_output=True, timeout=180).stdout
    finally:
        server.terminate()
        server.wait(30)
    found = json.loads(told.splitlines()[-1])
    return found["moves_per_second"] / max(0.01, found["server_cpu"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", required=True, help="the commit to compare with")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--sockets", type=int, default=100)
    given = parser.parse_args()
    rates: dict[str, list[float]] = {"before": [], "now": []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = {"before": extract_sources(given.before, folder), "now": ROOT / "src"}
        for k in range(given.rounds):
            for version in ("before", "now") if k % 2 == 0 else ("now", "before"):
                rates[version].append(round(measure(sources[version], folder, given)))
                print(f"{version}: {rates[version][-1]}", file=sys.stderr, flush=True)
    middle = {version: statistics.median(found) for version, found in rates.items()}
    facts = {"before_commit": given.before, "load": os.getloadavg()[0], "moves_per_cpu_second": rates}
    print(json.dumps({**facts, "median": middle, "ratio": round(middle["now"] / middle["before"], 3)}, indent=2))


if __name__ == "__main__":
    main()
