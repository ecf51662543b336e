"""Quotas of open tables and of stored bytes."""

from __future__ import annotations

import pytest

from dottable.server.access.limits import Limits
from tests.server.virtual_server import VirtualClock, virtual_server

pytestmark = pytest.mark.anyio
ATTACKER, OTHER = "192.0.2.66", "192.0.2.1"


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def test_a_player_may_have_a_limited_number_of_unfinished_tables(tmp_path):
    async with virtual_server(tmp_path / "d.db", Limits(max_open_tables_per_player=2)) as server:
        ann = server.guest(OTHER)
        await ann.sign_up("Ann")
        first = (await ann.open_table()).json()["table"]
        assert (await ann.open_table()).status_code == 201
        refused = await ann.open_table()
        assert (refused.status_code, refused.json()["code"]) == (429, "quota")
        await ann.command(first, "abort")
        assert (await ann.open_table()).status_code == 201


async def test_the_quota_of_an_address_holds_for_all_its_players_and_survives_a_restart(tmp_path):
    clock, limits = VirtualClock(), Limits(max_open_tables_per_address=3)
    for _ in range(2):
        async with virtual_server(tmp_path / "d.db", limits, clock) as server:
            for _ in range(4):
                attacker = server.guest(ATTACKER)
                await attacker.sign_up("Eve")
                last = await attacker.open_table()
            assert len(server.host.live) == 3
            assert (last.status_code, last.json()["code"]) == (429, "quota")
    async with virtual_server(tmp_path / "d.db", limits, clock) as server:
        ann = server.guest(OTHER)
        await ann.sign_up("Ann")
        assert (await ann.open_table()).status_code == 201


async def test_an_address_may_store_a_limited_number_of_bytes(tmp_path):
    limits = Limits(max_stored_bytes_per_address=20_000, max_open_tables_per_player=1000)
    async with virtual_server(tmp_path / "d.db", limits) as server:
        eve = server.guest(ATTACKER)
        await eve.sign_up("Eve")
        count = 0
        while (answer := await eve.open_table()).status_code == 201:
            await eve.command(answer.json()["table"], "abort")
            count += 1
            await server.advance(5)
        assert answer.json()["sentence"].startswith("Your address has stored too much")
        assert 2 <= count <= 9
        await server.advance(8 * 24 * 3600)
        await server.prune()
        assert (await eve.open_table()).status_code == 201


async def test_a_rematch_counts_as_a_new_table(tmp_path):
    async with virtual_server(tmp_path / "d.db", Limits(max_open_tables_per_player=1)) as server:
        eve = server.guest(ATTACKER)
        await eve.sign_up("Eve")
        first = (await eve.open_table()).json()["table"]
        await eve.command(first, "abort")
        assert (await eve.open_table()).status_code == 201
        refused = await eve.command(first, "rematch")
        assert (refused.status_code, refused.json()["code"]) == (409, "quota")


async def test_a_deck_over_the_limit_is_refused(tmp_path):
    async with virtual_server(tmp_path / "d.db", Limits(max_deck_bytes=1000)) as server:
        eve = server.guest(ATTACKER)
        await eve.sign_up("Eve")
        answer = await eve.open_table("dots_72", deck={"text": "#" * 1001})
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


async def test_the_unfinished_tables_of_an_address_end_when_they_alone_are_too_large(tmp_path):
    async with virtual_server(tmp_path / "d.db", Limits(max_stored_bytes_per_address=25_000)) as server:
        eve = server.guest(ATTACKER)
        await eve.sign_up("Eve")
        large, small = [(await eve.open_table()).json()["table"] for _ in range(2)]
        for n in range(120):
            await eve.command(large, "ready", is_ready=bool(n % 2))
            await server.advance(0.1)
        assert (await eve.show(large))["result"]["cause"] == "quota"
        assert (await eve.show(small))["status"] == "open"


async def test_new_players_of_an_address_are_limited_per_day(tmp_path):
    async with virtual_server(tmp_path / "d.db", Limits(new_players_per_day=50)) as server:
        eve, created = server.guest(ATTACKER), 0
        for _ in range(20):
            while (await eve.sign_up("Eve")).status_code == 201:
                created += 1
            await server.advance(3600)
        assert 50 <= created <= 50 + 50


async def test_the_stored_origin_is_no_address(tmp_path):
    async with virtual_server(tmp_path / "d.db") as server:
        eve = server.guest(ATTACKER)
        await eve.sign_up("Eve")
        await eve.open_table()
        (row,) = await server.host.store.search_tables()
        assert row.origin is not None
        assert ATTACKER not in row.origin
