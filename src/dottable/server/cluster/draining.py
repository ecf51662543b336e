"""Draining: a node hands its tables over one by one and then sends its clients away, so that no move waits long."""

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
"""Time for handing over all tables."""
LOAD_TIMEOUT_S = 5.0
"""Time for another node to load a table."""
PARALLEL_HANDOVERS = 4
DISMISSAL_PAUSE_S = 0.1
"""Pause between the clients of two tables. A node needs about this time to load a table that it has not seen yet."""
MAX_DISMISSAL_S = 10.0
"""Time for sending all clients away."""


async def hand_over_tables(node: ClusterNode) -> None:
    """Hand over all tables of a node. Without another node they are released when the process ends."""
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
    """Let another node load a table first, and make it the owner then: the table stops only for one write."""
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
    """Send clients to other nodes, table by table: these load a table when its first client comes."""
    if not node.peers.owners():
        return
    tables = [live for live in node.host.live.values() if live.viewers.session_count]
    pause_s = min(DISMISSAL_PAUSE_S, MAX_DISMISSAL_S / max(1, len(tables)))
    for live in tables:
        node.host.close_sessions_at(live)
        await asyncio.sleep(pause_s)
