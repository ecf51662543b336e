"""Hands tables over to the nodes to which their players are connected, so that fewer commands are forwarded."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import TYPE_CHECKING

from dottable.core.primitives.seats import SPECTATOR

if TYPE_CHECKING:
    from dottable.server.cluster.cluster_node import ClusterNode
    from dottable.server.cluster.table_link import TableLink

log = logging.getLogger("dottable.server")

PLACEMENT_INTERVAL_S = 0.5
"""Time in seconds between two rounds."""
PLAYERS_ELSEWHERE_S = 1.0
"""Time in seconds without a player of the table on this node, after which the table moves to its players' node."""
MAX_HANDOVERS_PER_ROUND = 20
"""Maximum number of tables handed over in one round."""


class TablePlacement:
    """Background task that hands a table over if its players are connected only to other nodes.

    A node to which a player is connected keeps the table, so that tables do not move to and fro.
    """

    def __init__(self, node: ClusterNode) -> None:
        self._node = node
        self._away_since_s: dict[str, float] = {}
        """Time (`monotonic`, in seconds) since which all players of a table are on other nodes, by table id."""

    async def run(self) -> None:
        """Move tables until the task is cancelled. A failure is logged, and the next round tries again."""
        while True:
            await asyncio.sleep(PLACEMENT_INTERVAL_S)
            try:
                await self._move_tables()
            except Exception:
                log.exception("tables could not be moved to the nodes of their players")

    async def _move_tables(self) -> None:
        node, now_s = self._node, monotonic()
        owners = {peer.node for peer in node.peers.possible_owners()} if node.may_own_tables else set()
        found = [(link, better_node(link, owners)) for link in node.owned_links()] if owners else []
        targets = {link.table_id: (link, target) for link, target in found if target is not None}
        self._away_since_s = {table_id: self._away_since_s.get(table_id, now_s) for table_id in targets}
        due = [
            targets[table_id]
            for table_id, since_s in self._away_since_s.items()
            if now_s - since_s >= PLAYERS_ELSEWHERE_S
        ]
        moved = await asyncio.gather(*(link.hand_over(target) for link, target in due[:MAX_HANDOVERS_PER_ROUND]))
        node.host.metrics.counters["moved_tables"] += sum(moved)


def better_node(link: TableLink, owners: set[str]) -> str | None:
    """Return the node among `owners` to which most players of a table are connected; None if the table should stay."""
    table, viewers = link.live.table, link.live.viewers.by_viewer
    if table.is_over or any(viewer != SPECTATOR for viewer in viewers):
        return None
    players = link.presence.seated_players(table)
    return max(sorted(players.keys() & owners), key=players.__getitem__, default=None)
