"""Backup and restoration, between SQLite and PostgreSQL in every direction."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat

import pytest

from dottable.store import LogRow, open_store
from dottable.store.backup import BackupError, backup_store, restore_backup
from tests.present import present
from tests.store.conftest import temporary_schema
from tests.store.sample_rows import player_row, table_row

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sqlite", "postgres"])
async def target(request, tmp_path):
    """The address of an empty store."""
    if request.param == "sqlite":
        yield str(tmp_path / "restored" / "new.db")
        return
    async with temporary_schema() as address:
        yield address


async def fill(store) -> None:
    await store.append_events("t1", 0, [b"a", b"\x00\xff"], table_row("t1", is_private=True, origin="o", note="ünd"))
    await store.append_events("T2", 0, [b"c"], table_row("T2", status="over", result="1 2", winners="1"))
    await store.save_log(LogRow("T2", "text\n", is_verified=True))
    await store.save_player(player_row("ann", token_hash="h1"))
    await store.save_player(player_row("ann", token_hash="h2"))
    await store.delete_player("bob", 5)
    await store.shared_value("key", "value")


async def test_a_backup_restores_everything(store, address, target, tmp_path):
    await fill(store)
    made = await backup_store(address, tmp_path / "b.db")
    assert made.rows["events"] == 3
    assert await restore_backup(tmp_path / "b.db", target) == made
    again = open_store(target)
    await again.start()
    assert await again.read_events("t1") == [b"a", b"\x00\xff"]
    assert await again.find_table("t1") == await store.find_table("t1")
    assert await again.search_tables() == await store.search_tables()
    assert await again.find_log("T2") == LogRow("T2", "text\n", is_verified=True)
    assert present(await again.find_player_by_token("h2")).id == "ann"
    assert await again.deleted_players(0) == ["bob"]
    assert await again.shared_value("key", "other") == "value"
    await again.append_events("t1", 2, [b"d"])
    await again.close()
    assert await backup_store(target, tmp_path / "c.db") != made


async def test_a_restore_over_data_is_refused(store, address, tmp_path):
    await fill(store)
    await backup_store(address, tmp_path / "b.db")
    with pytest.raises(BackupError, match="has data"):
        await restore_backup(tmp_path / "b.db", address)
    assert await store.read_events("t1") == [b"a", b"\x00\xff"]


async def test_a_backup_is_private_and_replaces_nothing(store, address, tmp_path):
    await fill(store)
    before = os.umask(0)
    try:
        await backup_store(address, tmp_path / "b.db")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "b.db").stat().st_mode) == 0o600
    with pytest.raises(BackupError, match="exists"):
        await backup_store(address, tmp_path / "b.db")
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("b.db")] == ["b.db"]


async def test_a_damaged_backup_is_refused(store, address, target, tmp_path):
    await fill(store)
    await backup_store(address, tmp_path / "b.db")
    content = bytearray((tmp_path / "b.db").read_bytes())
    content[4096:12288] = bytes(8192)
    (tmp_path / "b.db").write_bytes(content)
    with pytest.raises(BackupError):
        await restore_backup(tmp_path / "b.db", target)


async def test_a_file_that_is_no_backup_is_refused(target, tmp_path):
    (tmp_path / "text").write_text("not a database " * 100)
    with pytest.raises(BackupError, match="cannot be used"):
        await restore_backup(tmp_path / "text", target)
    with pytest.raises(BackupError, match="no backup"):
        await restore_backup(tmp_path / "missing", target)


async def test_the_database_of_another_program_is_not_overwritten(tmp_path):
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    store = open_store(tmp_path / "d.db")
    await store.start()
    await store.close()
    await backup_store(str(tmp_path / "d.db"), tmp_path / "b.db")
    with pytest.raises(BackupError, match="another program"):
        await restore_backup(tmp_path / "b.db", str(other))


async def test_a_backup_under_load_holds_every_event_that_was_durable_before(store, address, tmp_path):
    tables, durable, is_stopping = [f"t{k}" for k in range(8)], {}, asyncio.Event()
    for table in tables:
        await store.append_events(table, 0, [b"0"], table_row(table))
        durable[table] = 1

    async def write(table: str) -> None:
        while not is_stopping.is_set():
            await store.append_events(table, durable[table], [b"%d" % durable[table]])
            durable[table] += 1

    writers = [asyncio.create_task(write(table)) for table in tables]
    for k in range(3):
        await asyncio.sleep(0.2)
        before = dict(durable)
        await backup_store(address, tmp_path / f"b{k}.db")
        await restore_backup(tmp_path / f"b{k}.db", str(tmp_path / f"r{k}.db"))
        again = open_store(tmp_path / f"r{k}.db")
        await again.start()
        for table in tables:
            events = await again.read_events(table)
            assert events == [b"%d" % n for n in range(len(events))]
            assert len(events) >= before[table] > k
        await again.close()
    is_stopping.set()
    await asyncio.gather(*writers)
