"""Virtual hours of abuse by one address, with small limits; `abuse_drill` uses the real ones."""

from __future__ import annotations

import pytest

from dottable.server.access.limits import Limits
from tests.server.lifetimes.abuse_drill import KINDS, run_drill

SMALL = Limits(
    max_open_tables_per_address=8,
    max_stored_bytes_per_address=200_000,
    max_deck_bytes=6_000,
    new_players_per_day=40,
    new_tables_per_address_per_s=0.005,
    new_tables_per_address_burst=10,
    import_bytes_per_s=1,
    import_bytes_burst=20_000,
)
STOPPED_BY = {
    "plain": {"max_stored_bytes_per_address"},
    "mixed": {"max_stored_bytes_per_address", "import_bytes_per_s", "new_players_per_day"},
}
"""Limits that must refuse something, so that the abuse is known to reach them."""


@pytest.mark.anyio
@pytest.mark.parametrize("day", ["plain", "mixed"])
async def test_others_can_play_and_the_store_stays_small(tmp_path, day):
    kinds = KINDS if day == "mixed" else (day,)
    drill = await run_drill(tmp_path, SMALL, kinds, hours=4, step_s=3600, match_every=2)
    drill.check()
    report = drill.report()
    assert report["matches_of_others"] == "2 of 2"
    assert STOPPED_BY[day] <= set(report["refused_by_limit"])


@pytest.fixture
def anyio_backend():
    return "asyncio"
