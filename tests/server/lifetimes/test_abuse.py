"""A virtual day of abuse by one address, with small limits; `abuse_drill` uses the real ones."""

from __future__ import annotations

import pytest

from dottable.server.access.limits import Limits
from dottable.server.lifetimes.idle_tables import MAX_LOADED_TABLES
from tests.server.lifetimes.abuse_drill import run_drill

SMALL = Limits(
    max_open_tables_per_address=8,
    max_stored_bytes_per_address=300_000,
    max_deck_bytes=6_000,
    new_players_per_day=40,
    new_tables_per_address_per_s=0.005,
    new_tables_per_address_burst=10,
)
OTHERS_BYTES = 1_000_000
"""Room for the matches of other guests and for indexes."""


@pytest.mark.anyio
async def test_others_can_play_all_day_and_the_store_stays_small(tmp_path):
    drill = await run_drill(tmp_path, SMALL, hours=24, step_s=3600, match_every=4)
    report = drill.report()
    assert report["matches_of_others"] == 6
    assert drill.max_live_tables <= SMALL.max_open_tables_per_address + MAX_LOADED_TABLES
    assert drill.max_store_bytes <= 2 * SMALL.max_stored_bytes_per_address + OTHERS_BYTES
    assert report["attacker"]["plain table 429"] > 24


@pytest.fixture
def anyio_backend():
    return "asyncio"
