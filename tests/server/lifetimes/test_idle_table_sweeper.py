"""Idle tables end, across restarts too."""

from __future__ import annotations

import pytest

from dottable.table.events import Ended, decode_event
from tests.server.virtual_server import VirtualClock, virtual_server

pytestmark = pytest.mark.anyio
HOUR_S = 3600


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def started_table(server) -> tuple:
    ann, bob = server.guest("192.0.2.1"), server.guest("192.0.2.2")
    await ann.sign_up("Ann")
    await bob.sign_up("Bob")
    table = (await ann.open_table()).json()["table"]
    await bob.command(table, "sit")
    await ann.command(table, "start")
    return table, ann, bob


async def test_a_live_table_ends_after_a_day_without_an_action_and_keeps_its_log(tmp_path):
    async with virtual_server(tmp_path / "d.db") as server:
        table, ann, _ = await started_table(server)
        await server.advance(23 * HOUR_S)
        assert (await ann.show(table))["status"] == "live"
        await server.advance(HOUR_S)
        seen = await ann.show(table)
        assert (seen["status"], seen["result"]["cause"], seen["result"]["winners"]) == ("aborted", "idle", [])
        assert (await ann.request("GET", f"/matches/{table}/log")).status_code == 200
        row = await server.host.store.find_table(table)
        assert (row.status, row.note) == ("aborted", "Ended without a result: nobody acted for too long.")


async def test_restarts_do_not_keep_a_table_alive(tmp_path):
    clock = VirtualClock()
    async with virtual_server(tmp_path / "d.db", clock=clock) as server:
        table, _, _ = await started_table(server)
    for _ in range(4):
        clock.at_ms += 6 * HOUR_S * 1000
        async with virtual_server(tmp_path / "d.db", clock=clock) as server:
            await server.advance(0)
            assert server.host.live[table].table.status == "live"
    async with virtual_server(tmp_path / "d.db", clock=clock) as server:
        await server.advance(15 * 60)
        ended = decode_event((await server.host.store.read_events(table))[-1])
        assert isinstance(ended, Ended)
        assert ended.cause == "idle"


async def test_a_table_that_never_starts_ends_sooner(tmp_path):
    async with virtual_server(tmp_path / "d.db") as server:
        ann = server.guest("192.0.2.1")
        await ann.sign_up("Ann")
        table = (await ann.open_table()).json()["table"]
        await server.advance(2 * HOUR_S - 1)
        assert (await ann.show(table))["status"] == "open"
        await server.advance(1)
        assert (await ann.show(table))["status"] == "aborted"


async def test_an_ended_table_leaves_the_memory(tmp_path):
    async with virtual_server(tmp_path / "d.db") as server:
        table, _, _ = await started_table(server)
        await server.advance(24 * HOUR_S)
        await server.advance(121)
        assert table not in server.host.live


async def test_a_table_that_another_process_ended_is_noticed(tmp_path):
    clock = VirtualClock()
    async with virtual_server(tmp_path / "d.db", clock=clock) as server:
        table, ann, _ = await started_table(server)
        async with virtual_server(tmp_path / "d.db", clock=clock) as other:
            other.host.live[table].queue_end("operator")
            await other.settle()
        assert (await ann.show(table))["status"] == "live"
        await server.advance(60)
        assert (await ann.show(table))["status"] == "aborted"
