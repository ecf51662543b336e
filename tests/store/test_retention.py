"""Pruning of old rows, over SQLite and PostgreSQL."""

from __future__ import annotations

import pytest

from dottable.store import LogRow
from tests.store.sample_rows import player_row, table_row

pytestmark = pytest.mark.anyio


async def save(store, id: str, **given) -> None:
    await store.append_events(id, 0, [b"a", b"b"], table_row(id, **given))


async def test_old_ended_tables_are_deleted_with_all_their_rows(store):
    await save(store, "old", status="over", updated_at=100)
    await save(store, "new", status="over", updated_at=200)
    await save(store, "void", status="aborted", updated_at=100)
    await save(store, "live", status="live", updated_at=100)
    await store.save_log(LogRow("old", "text", is_verified=True))
    assert await store.prune_tables("over", 200, 10) == 1
    assert await store.prune_tables("over", 200, 10) == 0
    assert {row.id for row in await store.search_tables()} == {"new", "void", "live"}
    assert (await store.read_events("old"), await store.find_log("old")) == ([], None)
    assert await store.read_events("new") == [b"a", b"b"]


async def test_a_batch_has_a_limited_size(store):
    for k in range(5):
        await save(store, f"t{k}", status="aborted", updated_at=k)
    assert await store.prune_tables("aborted", 100, 2) == 2
    assert {row.id for row in await store.search_tables()} == {"t2", "t3", "t4"}


async def test_players_without_tables_are_deleted_with_their_tokens(store):
    await save(store, "t1", players=(("ann", "Ann"), (None, "Bot")))
    await store.save_player(player_row("ann", token_hash="1", seen_at=50))
    await store.save_player(player_row("bob", token_hash="2", seen_at=50))
    await store.save_player(player_row("cem", token_hash="3", seen_at=150))
    assert await store.prune_unseen_players(100, 10) == 1
    assert await store.find_player_by_token("2") is None
    assert await store.find_player("bob") is None
    assert (await store.find_player_by_token("1")).id == "ann"
    assert (await store.find_player_by_token("3")).id == "cem"


async def test_bytes_are_summed_by_origin_until_it_is_forgotten(store):
    await save(store, "t1", status="over", updated_at=100, origin="x", stored_bytes=7)
    await save(store, "t2", status="live", updated_at=100, origin="x", stored_bytes=5)
    await save(store, "t3", status="over", updated_at=100, origin="y", stored_bytes=1)
    assert await store.bytes_stored_from_address("x") == 12
    await store.clear_address_hashes(101)
    assert await store.bytes_stored_from_address("x") == 5
    assert (await store.find_table("t1")).origin is None


async def test_ended_tables_are_found_by_their_last_change(store):
    await save(store, "t1", status="over", updated_at=100)
    await save(store, "t2", status="aborted", updated_at=200)
    await save(store, "t3", status="live", updated_at=200)
    assert await store.ids_of_tables_ended_since(150) == ["t2"]


async def test_the_first_shared_value_stays(store):
    assert await store.shared_value("key", "one") == "one"
    assert await store.shared_value("key", "two") == "one"
