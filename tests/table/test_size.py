"""An idle live table is small, so that ten thousand of them fit."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from dottable.core.registry import installed_games
from dottable.table.events import decode_event
from dottable.table.table import Table
from tests.table.harness import TableHarness

TABLES_MEASURED = 40
MOVES_PER_TABLE = 30
MAX_BYTES_PER_TABLE = 50_000


@pytest.mark.parametrize("slug", list(installed_games()))
def test_an_idle_live_table_costs_under_50_kB(slug: str) -> None:
    harness = TableHarness(slug, seats=4)
    harness.start()
    harness.play_randomly(MOVES_PER_TABLE)
    bodies, now = harness.bodies, harness.now
    Table.restore("first", map(decode_event, bodies), now)
    gc.collect()
    tracemalloc.start()
    tables = [Table.restore(f"t{n}", map(decode_event, bodies), now) for n in range(TABLES_MEASURED)]
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(tables) == TABLES_MEASURED
    assert size / TABLES_MEASURED < MAX_BYTES_PER_TABLE
