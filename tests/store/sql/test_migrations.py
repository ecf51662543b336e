"""Schema migrations, over SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import msgspec
import pytest

from dottable.store import NewerSchema, StoreError, open_store
from dottable.store.postgres import store as postgres
from dottable.store.sql import statements as sql
from dottable.store.sql.migrations import migrations, missing_migrations
from dottable.store.sqlite import store as sqlite
from tests.store.sample_rows import player_row, table_row

pytestmark = pytest.mark.anyio

LATEST = migrations("sqlite")[-1].version


async def test_a_new_store_is_at_the_latest_version(store):
    assert await store.schema_version() == LATEST


async def test_both_dialects_have_the_same_steps_numbered_without_gaps():
    steps = [[(step.version, step.name) for step in migrations(dialect)] for dialect in ("sqlite", "postgres")]
    assert steps[0] == steps[1]
    assert [version for version, _ in steps[0]] == list(range(1, LATEST + 1))


async def test_a_store_of_every_older_version_is_migrated_without_loss(address, monkeypatch):
    for module in (sqlite, postgres):
        monkeypatch.setattr(module, "migrations", lambda dialect: migrations(dialect)[:1])
    old = open_store(address)
    await old.start()
    assert await old.schema_version() == 1
    await cast("Any", old)._write(as_version_1_wrote_it(table_row()))
    await old.save_player(player_row())
    await old.close()
    monkeypatch.undo()
    new = open_store(address)
    await new.start()
    assert await new.schema_version() == LATEST
    assert await new.read_events("t1") == [b"a"]
    assert await new.find_table("t1") == table_row()
    assert await new.find_player_by_token("hash-1") == player_row()
    await new.close()


def as_version_1_wrote_it(row):
    """Insert a table with one event, without the columns of later versions."""
    columns = "id, game, rules_version, status, is_private, seats, players, created_at, updated_at, moves, result"
    insert = f"INSERT INTO tables ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    players = msgspec.json.encode(row.players).decode()
    values = (row.id, row.game, row.rules_version, row.status, row.is_private, row.seats, players)
    yield insert, (*values, row.created_at, row.updated_at, row.moves, row.result)
    yield sql.INSERT_EVENT, (row.id, 0, b"a")


async def test_a_store_of_a_newer_version_is_refused_and_unchanged(store, address):
    await store._write([("INSERT INTO schema_version (version, name) VALUES (?, ?)", (LATEST + 1, "later"))])
    other = open_store(address)
    with pytest.raises(
        NewerSchema, match=f"schema version {LATEST + 1}, but this version of Dottable supports only up to {LATEST}"
    ):
        await other.start()
    await other.close()
    assert await store.schema_version() == LATEST + 1


async def test_several_processes_may_start_on_an_empty_database(address):
    stores = [open_store(address) for _ in range(6)]
    await asyncio.gather(*(store.start() for store in stores))
    assert [await store.schema_version() for store in stores] == [LATEST] * 6
    for store in stores:
        await store.close()


async def test_a_failed_migration_leaves_the_old_schema_unchanged(address, monkeypatch):
    broken = "CREATE TABLE half_done (id INTEGER);\nCREATE TABLE half_done (id INTEGER);"

    def with_broken_step(dialect):
        steps = migrations(dialect)
        return (steps[0], steps[1]._replace(sql=broken))

    for module in (sqlite, postgres):
        monkeypatch.setattr(module, "migrations", with_broken_step)
    failing = open_store(address)
    with pytest.raises(StoreError, match="already exists"):
        await failing.start()
    await failing.close()
    monkeypatch.undo()
    store = open_store(address)
    await store.start()
    assert await store.schema_version() == LATEST
    with pytest.raises(StoreError, match="half_done"):
        await cast("Any", store)._fetch("SELECT * FROM half_done")
    await store.close()


async def test_only_missing_migrations_are_applied():
    steps = migrations("sqlite")
    assert missing_migrations(0, steps) == list(steps)
    assert missing_migrations(1, steps) == list(steps[1:])
    assert missing_migrations(LATEST, steps) == []
