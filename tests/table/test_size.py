"""An idle live table is small, so that ten thousand of them fit."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from dottable.core.registry import games
from dottable.table.events import decode
from dottable.table.table import Table

from .house import House

TABLES = 40
MOVES = 30
MOST_BYTES = 50_000


@pytest.mark.parametrize("slug", list(games()))
def test_an_idle_live_table_costs_under_50_kB(slug: str) -> None:
    house = House(slug, seats=4)
    house.start()
    house.play_randomly(MOVES)
    bodies, now = house.bodies, house.now
    Table.restore("first", map(decode, bodies), now)
    gc.collect()
    tracemalloc.start()
    tables = [Table.restore(f"t{n}", map(decode, bodies), now) for n in range(TABLES)]
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(tables) == TABLES
    assert size / TABLES < MOST_BYTES
