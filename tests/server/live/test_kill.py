"""No acknowledged move is lost when the server is killed during play."""

from __future__ import annotations

import asyncio
import os
import secrets

import pytest

from dottable.store import open_store
from dottable.table.events import decode_event
from tests.server.live.kill_drill import KillDrill, ServerProcess, check_acknowledged_moves
from tests.sizes import sized

POSTGRES = os.environ.get("DOTTABLE_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/test")

TABLES = sized(10, 20)


async def stored_events(address: str, tables: list[str]) -> dict:
    store = open_store(address)
    await store.start()
    try:
        return {table: [decode_event(body) for body in await store.read_events(table)] for table in tables}
    finally:
        await store.close()


def run_kill_drill(address: str, data, tables: int, kills: int) -> None:
    drill = KillDrill(ServerProcess(address, data))
    try:
        asyncio.run(drill.run(tables, kills, between_s=1.0))
    finally:
        if drill.server.process is not None and drill.server.process.poll() is None:
            drill.server.kill()
    counts = check_acknowledged_moves(drill, asyncio.run(stored_events(address, drill.tables)))
    print(f"\n{kills} kills: {dict(counts)}")  # noqa: T201
    logged = (data / "err").read_text()
    assert not [client for client in drill.clients if client.token in logged]
    assert counts["acked"] > 10 * len(drill.tables)
    assert counts["reconnects"] >= kills * len(drill.tables)


def test_every_acknowledged_move_survives_kills(tmp_path):
    run_kill_drill(str(tmp_path / "d.db"), tmp_path, tables=TABLES, kills=sized(2, 10, 50))


def test_every_acknowledged_move_survives_kills_on_postgresql(tmp_path):
    asyncpg = pytest.importorskip("asyncpg")
    schema = f"drill_{secrets.token_hex(4)}"

    async def statement(text: str) -> None:
        connection = await asyncpg.connect(POSTGRES)
        await connection.execute(text)
        await connection.close()

    try:
        asyncio.run(statement(f"CREATE SCHEMA {schema}"))
    except OSError as error:
        pytest.skip(f"there is no PostgreSQL to test with (DOTTABLE_TEST_POSTGRES): {error}")
    try:
        run_kill_drill(f"{POSTGRES}?search_path={schema}", tmp_path, tables=TABLES, kills=sized(1, 4, 20))
    finally:
        asyncio.run(statement(f"DROP SCHEMA {schema} CASCADE"))
