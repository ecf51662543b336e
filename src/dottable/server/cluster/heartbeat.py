"""This node's heartbeat in the database. Only a node with a recent heartbeat may act as the owner of tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic

from dottable.store import StoreError
from dottable.store.postgres.table_ownership import HEARTBEAT_S, STALE_S, NodeRow, Ownership

log = logging.getLogger("dottable.server")

LEASE_MARGIN_S = 0.25
"""Safety margin in seconds: a node stops acting this long before other nodes count it as dead."""


class Heartbeat:
    """Renews the heartbeat of a node. `describe` returns the node's row with its present state."""

    def __init__(self, ownership: Ownership, describe: Callable[[], NodeRow]) -> None:
        self._ownership = ownership
        self._describe = describe
        self._valid_until_s = 0.0
        self.lost_since_s: float | None = None
        """When the overdue heartbeat was noticed, in seconds of the monotonic clock; None while it is recent."""
        self.nodes: list[NodeRow] = []
        """All nodes, as of the last heartbeat."""
        self.on_renewed: Callable[[], None] = lambda: None
        """Called after every heartbeat."""
        self.on_regained: Callable[[], None] = lambda: None
        """Called after the first heartbeat that follows a lapse."""

    @property
    def has_lease(self) -> bool:
        """Whether the last heartbeat is so recent that no other node counts this one as dead."""
        return monotonic() < self._valid_until_s

    async def start(self) -> None:
        """Register the node. Raise StoreError if another server uses the database without a bus or with another
        prefix."""
        await self._ownership.register_node(self._describe())
        await self.renew()

    async def run(self) -> None:
        """Renew the heartbeat until the task is cancelled."""
        while True:
            started_s = monotonic()
            await self.renew()
            await asyncio.sleep(max(0.05, HEARTBEAT_S - (monotonic() - started_s)))

    async def renew(self) -> None:
        """Renew the heartbeat once. A failure is logged."""
        sent_s = monotonic()
        had_lapsed = self._valid_until_s > 0 and sent_s >= self._valid_until_s
        if had_lapsed and self.lost_since_s is None:
            self.lost_since_s = sent_s
            log.error("the heartbeat of this node is overdue: its tables may go to other nodes")
        try:
            node = self._describe()
            nodes = await self._ownership.renew_heartbeat(node)
            if all(row.incarnation != node.incarnation for row in nodes):
                await self._ownership.register_node(node)
        except StoreError as error:
            log.warning("the heartbeat failed: %s", error)
            return
        self.nodes = nodes
        self._valid_until_s = sent_s + STALE_S - LEASE_MARGIN_S
        if not self.has_lease:
            return
        if self.lost_since_s is not None:
            self.lost_since_s = None
            log.warning("the heartbeat of this node works again")
            self.on_regained()
        self.on_renewed()
