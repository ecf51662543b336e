"""Nodes and owners of tables in PostgreSQL: heartbeats, takeover, and fencing of outdated owners."""

from __future__ import annotations

import asyncio

import pytest

from dottable.store import AppendConflict, AppendFenced, FencingToken, StoreError
from dottable.store.postgres import table_ownership as ownership_module
from dottable.store.postgres.table_ownership import NodeRow, Ownership
from tests.store.sample_rows import table_row

pytestmark = pytest.mark.anyio


@pytest.fixture
async def ownership(store):
    ownership = Ownership(store)
    yield ownership
    await ownership.close()


def node(incarnation, prefix="dottable"):
    return NodeRow(incarnation, f"node-{incarnation}", "all", "127.0.0.1:1", prefix, has_bus=bool(prefix))


async def age(store, incarnation, seconds):
    """Make a heartbeat older by the clock of the database."""
    await store.fetch(
        "UPDATE nodes SET heartbeat_at = heartbeat_at - make_interval(secs => ?) WHERE incarnation = ? RETURNING 1",
        seconds,
        incarnation,
    )


async def open_table(store, table_id, owner):
    token = FencingToken(owner, 1)
    await store.append_events(table_id, 0, [b"opened"], table_row(table_id, status="live"), token)
    return token


async def test_a_new_table_belongs_to_the_node_that_opens_it(store, ownership):
    await ownership.register_node(node("a"))
    await open_table(store, "t1", "a")
    owner = await ownership.owner_of_table("t1")
    assert (owner.incarnation, owner.epoch, owner.is_alive()) == ("a", 1, True)
    assert await ownership.epochs_of_owned_tables("a") == {"t1": 1}


async def test_a_table_is_taken_over_only_from_an_owner_whose_heartbeat_is_stale(store, ownership):
    await ownership.register_node(node("a"))
    await ownership.register_node(node("b"))
    await open_table(store, "t1", "a")
    assert await ownership.take_over("t1", "b") is None
    assert await ownership.orphaned_tables(10) == []
    await age(store, "a", 3)
    assert await ownership.orphaned_tables(10) == ["t1"]
    assert await ownership.take_over("t1", "b") == 2
    assert (await ownership.owner_of_table("t1")).incarnation == "b"
    assert await ownership.take_over("t1", "b", 0.0001) == 3  # its own table, which it forgot


async def test_a_node_without_a_recent_heartbeat_cannot_take_over(store, ownership):
    await ownership.register_node(node("a"))
    await ownership.register_node(node("b"))
    await open_table(store, "t1", "a")
    await age(store, "a", 3)
    await age(store, "b", 3)
    assert await ownership.take_over("t1", "b") is None
    await ownership.renew_heartbeat(node("b"))
    assert await ownership.take_over("t1", "b") == 2


async def test_of_many_nodes_one_takes_a_table_over(store, ownership):
    names = [f"n{k}" for k in range(8)]
    for name in names:
        await ownership.register_node(node(name))
    await store.append_events("t1", 0, [b"opened"], table_row("t1", status="live"))
    epochs = await asyncio.gather(*(ownership.take_over("t1", name) for name in names))
    assert sorted(epochs, key=str) == [1, *[None] * 7]


async def test_an_outdated_owner_is_fenced_alone_in_a_batch_with_other_tables(store, ownership):
    for name in ("a", "b"):
        await ownership.register_node(node(name))
    tokens = {f"t{k}": await open_table(store, f"t{k}", "a") for k in range(5)}
    await age(store, "a", 3)
    assert await ownership.take_over("t2", "b") == 2
    outcomes = await asyncio.gather(
        *(store.append_events(table_id, 1, [b"move"], token=token) for table_id, token in tokens.items()),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), type(None), AppendFenced, type(None), type(None)]
    assert await store.read_events("t2") == [b"opened"]
    await store.append_events("t2", 1, [b"other"], token=FencingToken("b", 2))
    assert await store.read_events("t2") == [b"opened", b"other"]


async def test_an_outdated_epoch_of_the_same_node_is_fenced(store, ownership):
    await ownership.register_node(node("a"))
    token = await open_table(store, "t1", "a")
    await ownership.release_table("t1", "a")
    assert await ownership.take_over("t1", "a") == 2
    with pytest.raises(AppendFenced):
        await store.append_events("t1", 1, [b"move"], token=token)


async def test_a_fenced_owner_cannot_write_the_row_either(store, ownership):
    for name in ("a", "b"):
        await ownership.register_node(node(name))
    token = await open_table(store, "t1", "a")
    assert await ownership.transfer_table("t1", "a", 1, "b") == 2
    with pytest.raises(AppendFenced):
        await store.append_events("t1", 1, [], table_row("t1", status="over"), token)
    assert (await store.find_table("t1")).status == "live"


async def test_the_key_decides_between_an_owner_and_a_writer_without_a_token(store, ownership):
    await ownership.register_node(node("a"))
    token = await open_table(store, "t1", "a")
    await store.append_events("t1", 1, [b"closed by the operator"])
    with pytest.raises(AppendConflict):
        await store.append_events("t1", 1, [b"move"], token=token)


async def test_only_the_owner_hands_a_table_over_and_only_to_an_alive_node(store, ownership):
    for name in ("a", "b", "c"):
        await ownership.register_node(node(name))
    await open_table(store, "t1", "a")
    assert await ownership.transfer_table("t1", "b", 1, "c") is None
    await age(store, "b", 3)
    assert await ownership.transfer_table("t1", "a", 1, "b") is None
    assert await ownership.transfer_table("t1", "a", 1, "c") == 2


async def test_a_node_that_leaves_frees_its_tables(store, ownership):
    await ownership.register_node(node("a"))
    await open_table(store, "t1", "a")
    await ownership.unregister_node("a")
    assert await ownership.orphaned_tables(10) == ["t1"]
    assert await ownership.all_nodes() == []


async def test_ages_of_heartbeats_are_those_of_the_database(store, ownership):
    await ownership.register_node(node("a"))
    await age(store, "a", 100)
    [row] = await ownership.all_nodes()
    assert 100 <= row.age_s < 130
    assert not row.is_alive
    await ownership.renew_heartbeat(node("a"))
    [row] = await ownership.all_nodes()
    assert row.age_s < 30


async def test_a_server_without_a_bus_shares_its_database_with_nobody(ownership, monkeypatch):
    monkeypatch.setattr(ownership_module, "STALE_S", 60.0)
    monkeypatch.setattr(ownership_module, "HEARTBEAT_S", -60.0)
    await ownership.register_node(node("a", prefix=""))
    for other in (node("b", prefix=""), node("c"), node("d", prefix="other")):
        with pytest.raises(StoreError, match="Another Dottable server"):
            await ownership.register_node(other)


async def test_a_lost_server_is_replaced(store, ownership):
    await ownership.register_node(node("a", prefix=""))
    await age(store, "a", 60)
    await ownership.register_node(node("b", prefix=""))
    assert [row.incarnation for row in await ownership.all_nodes()] == ["a", "b"]


async def test_a_node_that_is_asked_to_drain_sees_it_at_its_next_heartbeat(ownership):
    await ownership.register_node(node("a"))
    assert await ownership.request_drain("node-a") == 1
    assert await ownership.request_drain("nobody") == 0
    [row] = await ownership.renew_heartbeat(node("a"))
    assert row.is_draining
