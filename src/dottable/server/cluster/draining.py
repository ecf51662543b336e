"""Draining before a stop: a node hands its tables over to other nodes, then asks its clients to reconnect elsewhere."""

from __future__ import annotations

import asyncio
import logging
from itertools import cycle
from time import monotonic
from typing import TYPE_CHECKING

from dottable.server.cluster.bus_messages import TableHandover, control_subject, encode_message
from dottable.server.cluster.message_bus import BusError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dottable.server.cluster.cluster_node import ClusterNode
    from dottable.server.cluster.table_link import TableLink

log = logging.getLogger("dottable.server")

DRAIN_TIMEOUT_S = 30.0
"""Time limit in seconds for handing over all tables."""
LOAD_TIMEOUT_S = 5.0
"""Time limit in seconds for another node to load a table."""
PARALLEL_HANDOVERS = 4
DISMISSAL_PAUSE_S = 0.1
"""Pause in seconds between the clients of two tables, so that the other nodes can answer one after another."""
MAX_DISMISSAL_S = 10.0
"""Time limit in seconds for asking all clients to reconnect."""
MAX_PREPARED_NODES = 4
"""Number of other nodes up to which all of them load a table before its clients leave. With more nodes a client would
find most of these copies at a node that it does not choose."""


async def hand_over_tables(node: ClusterNode) -> None:
    """Hand over all tables of a node. If there is no other node, the tables are released when the process ends."""
    give_up_s = monotonic() + DRAIN_TIMEOUT_S
    turns = cycle(range(1_000_000))
    while (links := node.owned_links()) and monotonic() < give_up_s:
        if not node.peers.possible_owners():
            log.warning("there is no other node for the tables of this one")
            return
        for start in range(0, len(links), PARALLEL_HANDOVERS):
            batch = links[start : start + PARALLEL_HANDOVERS]
            await asyncio.gather(*(_hand_over(node, link, turns) for link in batch))


async def _hand_over(node: ClusterNode, link: TableLink, turns: Iterator[int]) -> None:
    """Let another node load a table, then make it the owner. Commands wait only for one write to the database."""
    candidates = [peer.node for peer in node.peers.possible_owners()]
    if not candidates:
        return
    nearby = [one for one in candidates if one in link.presence.nodes_with_clients] or candidates
    target = nearby[next(turns) % len(nearby)]
    if await _load_at(node, link.table_id, target, LOAD_TIMEOUT_S):
        await link.hand_over(target)


async def dismiss_clients(node: ClusterNode) -> None:
    """Ask the clients to reconnect to other nodes, one table after another. The other nodes load each table first."""
    if not node.peers.possible_owners():
        return
    tables = [live for live in node.host.live.values() if live.viewers.session_count]
    pause_s = min(DISMISSAL_PAUSE_S, MAX_DISMISSAL_S / max(1, len(tables)))
    give_up_s = monotonic() + MAX_DISMISSAL_S
    for live in tables:
        await asyncio.gather(asyncio.sleep(pause_s), prepare_nodes(node, live.table.id, give_up_s - monotonic()))
        node.host.close_sessions_at(live)


async def prepare_nodes(node: ClusterNode, table_id: str, timeout_s: float) -> None:
    """Let all other nodes load a table, so that its clients need not wait for that. Do nothing if there are many nodes
    or no time is left."""
    others = [peer.node for peer in node.peers.possible_owners()]
    if len(others) <= MAX_PREPARED_NODES and timeout_s > 0:
        await asyncio.gather(*(_load_at(node, table_id, other, min(timeout_s, LOAD_TIMEOUT_S)) for other in others))


async def _load_at(node: ClusterNode, table_id: str, other: str, timeout_s: float) -> bool:
    """Let another node load a table. Return whether it did in time."""
    try:
        await node.bus.request(control_subject(other), encode_message(TableHandover(table_id)), timeout_s)
    except BusError as error:
        log.warning("table %s: node %s could not load it: %s", table_id, other, error)
        return False
    return True
