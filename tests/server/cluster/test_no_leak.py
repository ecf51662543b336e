"""Every byte sent by a node that does not own the table: a viewer gets its own view and no secret of others."""

from __future__ import annotations

import asyncio

import pytest

from dottable.core.registry import installed_games
from dottable.store import open_store
from tests.server.cluster.serve_processes import running_cluster
from tests.server.live.test_no_leak import check_messages, play_and_collect_messages


class ForeignNode:
    """Opens tables at one node, and does everything else at another one."""

    def __init__(self, owner, other):
        self.create_table = owner.create_table
        self.create_player, self.connect, self.get, self.post = (
            other.create_player,
            other.connect,
            other.get,
            other.post,
        )


@pytest.fixture(scope="module")
def cluster():
    with running_cluster() as cluster:
        cluster.start("owner")
        cluster.start("other", role="bots")  # it never owns a table, so all its commands are forwarded
        yield cluster


async def stored_events(address, table):
    store = open_store(address)
    await store.start()
    try:
        return await store.read_events(table)
    finally:
        await store.close()


@pytest.mark.parametrize("slug", list(installed_games()))
def test_a_socket_at_a_foreign_node_carries_its_viewers_own_view_and_no_secret(cluster, slug):
    owner, other = cluster.nodes
    forwarded = other.metric("dottable_forwarded_commands_total")
    table, players, sent = play_and_collect_messages(ForeignNode(owner, other), slug, 0)  # type: ignore[arg-type]
    assert other.metric("dottable_forwarded_commands_total") > forwarded + 5
    check_messages(slug, table, asyncio.run(stored_events(cluster.store, table)), players, sent)
