"""A writer is killed repeatedly: every event that it reported is stored, once and in order.

Two kills in a quick run, 20 in a full one.
"""

from __future__ import annotations

import asyncio
import random
import sys

import pytest

from dottable.store import open_store
from tests.present import present
from tests.sizes import sized
from tests.store.crash_writer import TABLE_COUNT, event_body

pytestmark = pytest.mark.anyio

KILLS = sized(2, 20, 50)


async def reported_until_killed(address: str, lines: int) -> dict[str, int]:
    """Return the number of events per table that a child reported before it was killed."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.store.crash_writer", address, stdout=asyncio.subprocess.PIPE
    )
    reported: dict[str, int] = {}
    output = present(child.stdout)
    for _ in range(lines):
        note(reported, await asyncio.wait_for(output.readline(), 60))
    child.kill()
    async for line in output:
        note(reported, line)
    await child.wait()
    return reported


def note(reported: dict[str, int], line: bytes) -> None:
    if line.endswith(b"\n"):
        table_id, count = line.decode().split()
        reported[table_id] = int(count)


async def test_no_reported_write_is_lost_or_doubled_when_the_process_is_killed(address):
    rng = random.Random(5)
    reported: dict[str, int] = {}
    for _ in range(KILLS):
        reported |= await reported_until_killed(address, rng.randint(1, 80))
        store = open_store(address)
        await store.start()
        for table_id in (f"t{k}" for k in range(TABLE_COUNT)):
            events = await store.read_events(table_id)
            assert len(events) >= reported.get(table_id, 0)
            assert events == [event_body(table_id, n) for n in range(len(events))]
            row = await store.find_table(table_id)
            assert (row.moves if row else 0) == len(events)
        await store.close()
    assert sum(reported.values()) > KILLS
