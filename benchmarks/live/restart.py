"""Restart with ten thousand live tables: time until all are restored, and memory.

    python benchmarks/live/restart.py --json [--tables 10000] [--moves 30] [--store postgresql://...]

The tables are of all five games in equal parts, with four seats each, as a killed server leaves them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from run import free_port

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from dottable.core.registry import installed_games  # noqa: E402
from dottable.store import TableRow, open_store  # noqa: E402
from tests.table.harness import TableHarness  # noqa: E402

SEATS = 4
AT_ONCE = 500
TIMEOUT_S = 300
BENCHMARK_TOKEN = "benchmark"
"""Token that opens the metrics of `ours_server.py`."""


async def fill(store_url: str, tables: int, moves: int) -> None:
    """Fill the store with live tables."""
    store = open_store(store_url)
    await store.start()
    slugs = list(installed_games())
    bodies = {slug: played(slug, moves) for slug in slugs}
    now = int(time.time() * 1000)
    for first in range(0, tables, AT_ONCE):
        await asyncio.gather(
            *(
                store.append_events(
                    f"restart-{k}", 0, bodies[slugs[k % len(slugs)]], row(k, slugs[k % len(slugs)], now)
                )
                for k in range(first, min(first + AT_ONCE, tables))
            )
        )
    await store.close()


def played(slug: str, moves: int) -> list[bytes]:
    harness = TableHarness(slug, seats=SEATS)
    harness.start()
    harness.play_randomly(moves)
    return harness.bodies


def row(k: int, slug: str, now: int) -> TableRow:
    players = tuple((f"player-{k}-{seat}", f"Player {seat}") for seat in range(SEATS))
    return TableRow(
        id=f"restart-{k}",
        game=slug,
        rules_version=installed_games()[slug].rules_version,
        status="live",
        is_private=False,
        seats=SEATS,
        players=players,
        created_at=now,
        updated_at=now,
    )


def start(port: int, store_url: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, str(Path(__file__).with_name("ours_server.py")), str(port), store_url]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def metric(port: int, name: str) -> float:
    """Return one of the server's metrics; 0 while it does not answer."""
    try:
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/metrics", headers={"authorization": f"Bearer {BENCHMARK_TOKEN}"}
        )
        with urllib.request.urlopen(request, timeout=5) as answer:
            lines = answer.read().decode().splitlines()
    except OSError:
        return 0.0
    found = [line.split()[-1] for line in lines if line.split()[0].endswith(name) and not line.startswith("#")]
    return float(found[0]) if found else 0.0


def rss_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def until_all_live(port: int, process: subprocess.Popen[bytes], tables: int) -> float:
    """Return the seconds until all tables are live."""
    begun = time.perf_counter()
    while time.perf_counter() - begun < TIMEOUT_S and process.poll() is None:
        if metric(port, "live_tables") >= tables:
            return time.perf_counter() - begun
        time.sleep(0.1)
    raise SystemExit("The server did not restore all tables.")


def measure(store_url: str, tables: int) -> dict[str, float]:
    port = free_port()
    process = start(port, store_url)
    try:
        seconds = until_all_live(port, process, tables)
        return {"seconds": round(seconds, 1), "rss_mb": round(rss_mb(process.pid), 1)}
    finally:
        process.terminate()
        process.wait(60)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--moves", type=int, default=30, help="played at every table")
    parser.add_argument("--store", help="default: an SQLite file")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store_url = given.store or f"{folder}/restart.db"
        asyncio.run(fill(store_url, given.tables, given.moves))
        found = {"tables": given.tables, "moves": given.moves, "load": os.getloadavg()[0]}
        found |= measure(store_url, given.tables)
    if given.json:
        print(json.dumps(found, indent=2))
    else:
        print(f"{given.tables:,} tables restored after {found['seconds']} s, in {found['rss_mb']} MB")


if __name__ == "__main__":
    main()
