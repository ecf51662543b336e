"""Draining before a stop: a node hands its tables over to other nodes, then asks its clients to reconnect elsewhere."""

from __future__ import annotations

import asyncio
import logging
from itertools import cycle
from time import monotonic
from typing import TYPE_CHECKING

from dottable.server.cluster.bus import BusError
from dottable.server.cluster.bus_messages import TableHandover, control_subject, encode_message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dottable.server.cluster.node import ClusterNode
    from dottable.server.cluster.table_link import TableLink

log = logging.getLogger("dottable.server")

DRAIN_TIMEOUT_S = 30.0
"""Time limit in seconds for handing over all tables."""
LOAD_TIMEOUT_S = 5.0
"""Time limit in seconds for another node to load a table."""
PARALLEL_HANDOVERS = 4
DISMISSAL_PAUSE_S = 0.1
"""Pause in seconds between the clients of two tables. The new node needs about this time to load a table."""
MAX_DISMISSAL_S = 10.0
"""Time limit in seconds for asking all clients to reconnect."""


async def hand_over_tables(node: ClusterNode) -> None:
    """Hand over all tables of a node. If there is no other node, the tables are released when the process ends."""
    give_up_s = monotonic() + DRAIN_TIMEOUT_S
    turns = cycle(range(1_000_000))
    while (links := node.owned_links()) and monotonic() < give_up_s:
        if not node.peers.owners():
            log.warning("there is no other node for the tables of this one")
            return
        for start in range(0, len(links), PARALLEL_HANDOVERS):
            batch = links[start : start + PARALLEL_HANDOVERS]
            await asyncio.gather(*(_hand_over(node, link, turns) for link in batch))


async def _hand_over(node: ClusterNode, link: TableLink, turns: Iterator[int]) -> None:
    """Let another node load a table, then make it the owner. Commands wait only for one write to the database."""
    candidates = [peer.node for peer in node.peers.owners()]
    if not candidates:
        return
    nearby = [one for one in candidates if one in link.presence.nodes] or candidates
    target = nearby[next(turns) % len(nearby)]
    try:
        await node.bus.request(control_subject(target), encode_message(TableHandover(link.table_id)), LOAD_TIMEOUT_S)
    except BusError as error:
        log.warning("table %s: node %s could not load it: %s", link.table_id, target, error)
        return
    await link.hand_over(target)


async def dismiss_clients(node: ClusterNode) -> None:
    """Ask the clients to reconnect to other nodes, one table after another, so that those nodes can load the tables."""
    if not node.peers.owners():
        return
    tables = [live for live in node.host.live.values() if live.viewers.session_count]
    pause_s = min(DISMISSAL_PAUSE_S, MAX_DISMISSAL_S / max(1, len(tables)))
    for live in tables:
        node.host.close_sessions_at(live)
        await asyncio.sleep(pause_s)
