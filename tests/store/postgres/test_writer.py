"""Lost connections to PostgreSQL."""

from __future__ import annotations

import asyncio

import pytest

from dottable.store import AppendConflict, StoreError
from dottable.store.postgres import writer as postgres_writer
from tests.store.conftest import postgres_or_skip
from tests.store.sample_rows import table_row

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def reconnects_at_once(monkeypatch):
    monkeypatch.setattr(postgres_writer, "RECONNECT_PAUSE_S", 0.01)


@pytest.fixture
async def admin():
    connection = await postgres_or_skip()
    yield connection
    await connection.close()


async def cut(admin, store, one_at_a_time: asyncio.Lock) -> None:
    async with one_at_a_time:
        connection = store._writer._connection
        if not connection.is_closed():
            await admin.execute("SELECT pg_terminate_backend($1)", connection.get_server_pid())


async def test_every_append_is_stored_once_despite_lost_connections(store, admin):
    kept = 0
    one_at_a_time = asyncio.Lock()

    async def play(table_id: str) -> None:
        nonlocal kept
        for n in range(15):
            await store.append_events(table_id, n, [b"%d" % n], table_row(table_id, moves=n + 1))
            kept += 1
            if kept % 12 == 0:
                await cut(admin, store, one_at_a_time)

    await asyncio.gather(*(play(f"t{k}") for k in range(10)))
    for k in range(10):
        assert await store.read_events(f"t{k}") == [b"%d" % n for n in range(15)]


async def test_a_commit_with_a_lost_answer_is_recognised_as_our_own(store, monkeypatch):
    writer = store._writer
    insert = writer._insert_batch

    async def insert_and_lose(batch):
        await insert(batch)
        monkeypatch.setattr(writer, "_insert_batch", insert)
        await writer._connection.close()
        raise ConnectionResetError("cut after the commit")

    await store.append_events("t1", 0, [b"a"], table_row())
    monkeypatch.setattr(writer, "_insert_batch", insert_and_lose)
    await asyncio.gather(
        store.append_events("t1", 1, [b"b"]), store.append_events("t2", 0, [b"c", b"d"], table_row("t2"))
    )
    assert await store.read_events("t1") == [b"a", b"b"]
    assert await store.read_events("t2") == [b"c", b"d"]


async def test_an_event_of_another_writer_is_not_taken_for_our_own_after_a_lost_connection(store, monkeypatch):
    writer = store._writer
    insert = writer._insert_batch

    async def lose(_):
        monkeypatch.setattr(writer, "_insert_batch", insert)
        raise ConnectionResetError("cut before the commit")

    await store.append_events("t1", 0, [b"a"], table_row())
    monkeypatch.setattr(writer, "_insert_batch", lose)
    with pytest.raises(AppendConflict):
        await store.append_events("t1", 0, [b"other"], table_row())
    assert await store.read_events("t1") == [b"a"]


async def test_an_unreachable_database_gives_an_error_message(store, monkeypatch):
    async def lose(_):
        raise ConnectionResetError("still away")

    monkeypatch.setattr(postgres_writer, "RECONNECT_TIMEOUT_S", 0.0)
    monkeypatch.setattr(store._writer, "_insert_batch", lose)
    with pytest.raises(StoreError, match="cannot be reached: still away"):
        await store.append_events("t1", 0, [b"a"], table_row())
