"""How long a node blocks its event loop while it takes over tables, and while clients return to them.

    DOTTABLE_RULES=portable python benchmarks/server/restore_blocking.py [--tables 30] [--moves 400]

Prints one JSON object. Tables of DOTS (72 cards) without an owner are stored first; then one node starts in this
process, with PostgreSQL and NATS, and adopts them. A task that wants to run every millisecond measures the gaps, as a
player's command would. The CPU time of the loop within a gap does not depend on other load. `--sources FOLDER` measures
another version of the server.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def played_bodies(moves: int, seed: int) -> list[bytes]:
    """Return the encoded events of a match in progress between two players who move at random."""
    from dottable.core.registry import installed_games
    from dottable.table.commands import AnyCommand, MakeMove, Sit, Start
    from dottable.table.decisions.command_results import Accepted
    from dottable.table.decisions.first_table_events import opened_event
    from dottable.table.events import Event, Settings, encode_event
    from dottable.table.table import Table

    rng = random.Random(seed)
    opened = opened_event(installed_games()["dots_72"], seats=2, options={}, host="p0", settings=Settings(), now=0)
    table, events = Table("draft", opened), list[Event]([opened])

    def carry_out(player: str, command: AnyCommand) -> None:
        answer = table.decide(player, command, 1000)
        assert isinstance(answer, Accepted), answer
        for event in answer.events:
            table.apply_event(event)
            events.append(event)

    for seat in range(2):
        carry_out(f"p{seat}", Sit(name=f"Player {seat}", colour="#111111", seat=seat))
    carry_out("p0", Start())
    while len(events) < moves and table.match is not None and not table.match.is_over:
        seat = table.match.to_act[0]
        carry_out(f"p{seat}", MakeMove(action=int(rng.choice(list(table.match.legal(seat))))))
    return [encode_event(event) for event in events]


async def store_tables(address: str, tables: int, moves: int) -> int:
    """Store tables without an owner, and return their number of events."""
    from dottable.server.live.search_row_writer import search_row
    from dottable.store import open_store
    from dottable.table.events import decode_event
    from dottable.table.table import Table

    store = open_store(address)
    await store.start()
    count = 0
    for k in range(tables):
        bodies = played_bodies(moves, k)
        row = search_row(Table.restore(f"table{k:03}", map(decode_event, bodies), 0), 0)
        await store.append_events(row.id, 0, bodies, row)
        count += len(bodies)
    await store.close()
    return count


class LoopWatch:
    """Measures how long a task that wants to run every millisecond has to wait, and the loop's CPU time meanwhile."""

    def __init__(self) -> None:
        self.gaps_ms: list[float] = []
        self.cpu_ms: list[float] = []
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        last_s, last_cpu_s = perf_counter(), thread_time()
        while True:
            await asyncio.sleep(0.001)
            now_s, cpu_s = perf_counter(), thread_time()
            self.gaps_ms.append(1000 * (now_s - last_s))
            self.cpu_ms.append(1000 * (cpu_s - last_cpu_s))
            last_s, last_cpu_s = now_s, cpu_s

    def stop(self) -> dict[str, float]:
        """Return the longest gap, the most CPU time between two runs, and the numbers of those over 20 ms."""
        self._task.cancel()
        return {
            "longest_ms": round(max(self.gaps_ms), 1),
            "over_20_ms": sum(gap > 20 for gap in self.gaps_ms),
            "longest_cpu_ms": round(max(self.cpu_ms), 1),
            "cpu_over_20_ms": sum(cpu > 20 for cpu in self.cpu_ms),
        }


async def measure(address: str, nats: str, tables: int) -> dict[str, Any]:
    """Return the gaps while a node adopts all tables, and while two clients return to each of them."""
    from dottable.server.app import create_application
    from dottable.server.configuration.settings import ServerConfig
    from dottable.server.live import missed_event_messages as module

    missed_event_messages: Any = module.missed_event_messages
    config = ServerConfig(store=address, bus=nats, bus_prefix=f"bench-{secrets.token_hex(4)}", compile_rules=False)
    application = create_application(config)
    await application.open()
    host = application.host
    assert host is not None
    gc.collect()
    gc.freeze()  # as `dottable serve` does after its start
    try:
        watch, started_s = LoopWatch(), perf_counter()
        while len(host.live) < tables or any(not live.is_owner for live in host.live.values()):
            await asyncio.sleep(0.01)
        adoption = {**watch.stop(), "seconds": round(perf_counter() - started_s, 2)}
        watch, started_s = LoopWatch(), perf_counter()
        tools = (host.store, host.replays) if hasattr(host, "replays") else (host.store,)  # older versions have none
        returning = [
            missed_event_messages(*tools, live.table, viewer, live.table.version - 3)
            for live in host.live.values()
            for viewer in (0, 1)
        ]
        await asyncio.gather(*returning)
        returned = {**watch.stop(), "seconds": round(perf_counter() - started_s, 2)}
    finally:
        await application.close()
    return {"adoption": adoption, "return": returned}


@contextmanager
def temporary_schema(postgres: str) -> Iterator[str]:
    """Create a schema and yield the address of a store in it."""
    from dottable.store.postgres.errors import load_asyncpg

    schema = f"bench_{secrets.token_hex(6)}"

    async def execute(statement: str) -> None:
        connection = await load_asyncpg().connect(postgres)
        await connection.execute(statement)
        await connection.close()

    asyncio.run(execute(f"CREATE SCHEMA {schema}"))
    try:
        yield f"{postgres}?search_path={schema}"
    finally:
        asyncio.run(execute(f"DROP SCHEMA {schema} CASCADE"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--sources", help="folder with the package to measure, instead of the installed one")
    parser.add_argument(
        "--postgres", default=os.environ.get("DOTTABLE_TEST_POSTGRES", "postgresql://postgres@127.0.0.1/test")
    )
    parser.add_argument("--nats", default=os.environ.get("DOTTABLE_TEST_NATS", "nats://127.0.0.1:4222"))
    given = parser.parse_args()
    if given.sources and os.environ.get("PYTHONPATH") != given.sources:
        environment = {**os.environ, "PYTHONPATH": given.sources}
        raise SystemExit(subprocess.run([sys.executable, *sys.argv], env=environment, check=False).returncode)
    with temporary_schema(given.postgres) as address:
        events = asyncio.run(store_tables(address, given.tables, given.moves))
        found = asyncio.run(measure(address, given.nats, given.tables))
    facts = {"tables": given.tables, "events": events, "load": os.getloadavg()[0]}
    print(json.dumps({**facts, **found}, indent=2))


if __name__ == "__main__":
    main()
