"""Limits that several processes share in PostgreSQL."""

from __future__ import annotations

import asyncio

import pytest

from dottable.store.postgres.shared_limits import OpenTableLimits, SharedLimits
from tests.store.sample_rows import player_row, table_row

pytestmark = pytest.mark.anyio


@pytest.fixture
async def limits(store):
    return SharedLimits(store)


async def take(limits, count=1, *, per_s, burst=3, name="bucket"):
    return await limits.take_rate_tokens(name, per_s, burst, count)


async def test_a_bucket_has_its_burst_and_then_its_rate(limits):
    assert [await take(limits, per_s=0.001) for _ in range(5)] == [True] * 3 + [False] * 2
    assert await take(limits, per_s=0.001, name="another")
    assert [await take(limits, per_s=20, name="fast") for _ in range(4)][:3] == [True] * 3
    await asyncio.sleep(0.12)
    assert await take(limits, 2, per_s=20, name="fast")


async def test_a_bucket_never_gives_more_than_its_burst(limits):
    assert not await take(limits, 4, per_s=0.001)
    assert await take(limits, 3, per_s=0.001)
    assert not await take(limits, 1, per_s=0.001)
    assert await take(limits, 1, per_s=0, name="without refill")


async def test_requests_at_once_get_the_burst_and_no_more(limits):
    taken = await asyncio.gather(*(take(limits, per_s=0.001) for _ in range(20)))
    assert sum(taken) == 3


async def test_tables_that_are_opened_at_once_do_not_exceed_a_quota(limits):
    allowed = OpenTableLimits(per_player=4, per_address=6)
    asked = [limits.reserve_table(f"r{k}", "ann", "home", allowed) for k in range(10)]
    assert sorted(map(str, await asyncio.gather(*asked))) == ["None"] * 4 + ["player"] * 6
    asked = [limits.reserve_table(f"s{k}", f"p{k}", "home", allowed) for k in range(5)]
    assert sorted(map(str, await asyncio.gather(*asked))) == ["None"] * 2 + ["origin"] * 3
    for k in range(10):
        await limits.end_reservation(f"r{k}")
    assert await limits.reserve_table("later", "ann", "home", allowed) is None


async def test_stored_unfinished_tables_count_in_the_quota(limits, store):
    for name, status in (("a", "open"), ("b", "live"), ("c", "over")):
        row = table_row(name, status=status, opened_by="ann", origin="home")
        await store.append_events(name, 0, [b"{}"], row)
    assert await limits.reserve_table("r", "ann", None, OpenTableLimits(2, 9)) == "player"
    assert await limits.reserve_table("r", "bob", "home", OpenTableLimits(2, 2)) == "origin"
    assert await limits.reserve_table("r", "ann", "home", OpenTableLimits(3, 3)) is None


async def test_a_slot_is_taken_by_one_check_until_it_is_released(limits):
    taken = await asyncio.gather(*(limits.take_slot("home", 4, f"h{k}") for k in range(12)))
    assert sorted(slot for slot in taken if slot is not None) == [0, 1, 2, 3]
    assert await limits.take_slot("elsewhere", 4, "other") == 0
    holder = f"h{taken.index(2)}"
    await limits.release_slot("home", 2, "somebody else")
    assert await limits.take_slot("home", 4, "new") is None
    await limits.release_slot("home", 2, holder)
    assert await limits.take_slot("home", 4, "new") == 2


async def test_expired_rows_are_deleted_and_others_stay(limits, store):
    await take(limits, per_s=1000, name="full soon")
    await take(limits, per_s=0.001)
    await asyncio.sleep(0.05)
    await limits.delete_expired()
    assert [row[0] for row in await store.fetch("SELECT name FROM rate_limits")] == ["bucket"]


async def test_only_stored_tokens_are_valid(limits, store):
    await store.save_player(player_row(token_hash="known"))
    assert await limits.stored_tokens(["known", "unknown"]) == {"known"}
    assert await limits.stored_tokens([]) == set()
