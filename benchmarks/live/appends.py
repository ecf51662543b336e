"""Durable appends per second, by the number of concurrent writers. Each writer has its own table.

    python benchmarks/live/appends.py [--store postgresql://...] [--seconds 3]

Prints one JSON object. One append is one event of about 150 bytes and the table's row.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path

from dottable.store import Store, TableRow, open_store

WRITERS = (1, 10, 100, 1000)
BODY = b'{"kind":"moved","at":1700000000000,"seat":1,"action":117,"at_ms":123456,"client_id":"4f3a-12","by":"player"}'
PLAYERS = (("b5c9a0d2e4f60718", "Ann"), ("c5c9a0d2e4f60718", "Bo"))


async def write(store: Store, table_id: str, until: float, waits_ms: list[float]) -> None:
    row = TableRow(table_id, "dots_52", 1, "live", False, 2, PLAYERS, 0, 0)  # noqa: FBT003
    n = 0
    while (asked := time.perf_counter()) < until:
        await store.append_events(table_id, n, [BODY], row)
        waits_ms.append((time.perf_counter() - asked) * 1000)
        n += 1


async def measure(store: Store, writers: int, seconds: float) -> dict[str, float]:
    waits_ms: list[float] = []
    begun = time.perf_counter()
    run = f"{time.time_ns():x}"
    await asyncio.gather(*(write(store, f"{run}-{k}", begun + seconds, waits_ms) for k in range(writers)))
    rate = len(waits_ms) / (time.perf_counter() - begun)
    waits_ms.sort()
    p50, p99 = (waits_ms[int(len(waits_ms) * share)] for share in (0.5, 0.99))
    return {"appends_per_second": round(rate), "p50_ms": round(p50, 2), "p99_ms": round(p99, 2)}


async def run(address: str, seconds: float) -> dict[str, dict[str, float]]:
    store = open_store(address)
    await store.start()
    try:
        return {f"{writers} writers": await measure(store, writers, seconds) for writers in WRITERS}
    finally:
        await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", help="where to write (default: an SQLite file that is removed afterwards)")
    parser.add_argument("--seconds", type=float, default=3.0, help="per number of writers")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = given.store or str(Path(folder) / "appends.db")
        print(json.dumps(asyncio.run(run(address, given.seconds)), indent=2))


if __name__ == "__main__":
    main()
