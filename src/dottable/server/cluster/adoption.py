"""Adoption of tables without an alive owner, evenly and gradually, and care for replicas."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import TYPE_CHECKING
from zlib import crc32

from dottable.core.errors import DottableError
from dottable.server.cluster.bus import BusError
from dottable.server.live.restore import (
    CannotRestore,
    end_if_outdated,
    has_present_rules,
    is_temporary,
    set_aside,
)
from dottable.store import StoredTable, StoreError, TableRow
from dottable.store.postgres.ownership import HEARTBEAT_S, STALE_S

if TYPE_CHECKING:
    from dottable.server.cluster.node import ClusterNode
    from dottable.server.cluster.table_link import TableLink

log = logging.getLogger("dottable.server")

MAX_ORPHANS = 500
"""Tables without an owner that are read at once."""
ADOPTION_TIME_S = 0.25
"""Time per round for loading tables that nobody here is connected to."""
SHARE_TIME_S = 3.0
"""Time for the node whose share a table is to adopt it, before any node does."""
RECONCILE_ROUNDS = 10
"""Rounds between two comparisons of memory and store."""
PULSE_S = 2.0
"""Time without a message of an owner with replicas after which it sends a pulse. Events serve as pulses, too."""
SILENCE_S = 5.0
"""Time without a message of the owner after which a replica reads the store."""
UNUSED_REPLICA_MS = 10_000
"""Time without sessions after which a replica is unloaded."""


class Adoption:
    """The periodic work on tables of one node."""

    def __init__(self, node: ClusterNode) -> None:
        self._node = node
        self._orphaned_s: dict[str, float] = {}
        """When each table without an owner was seen first."""
        self._not_before_s = monotonic()

    async def run(self) -> None:
        """Work until the task is cancelled. A failure is logged, and the next round tries again."""
        rounds = 0
        while True:
            rounds += 1
            try:
                await self._adopt()
                self._check_replicas()
                if rounds % RECONCILE_ROUNDS == 0:
                    await self.reconcile()
            except (BusError, StoreError) as error:
                log.info("tables without an owner could not be adopted: %s", error)
            except Exception:
                log.exception("the work on the tables of other nodes failed")
            await asyncio.sleep(HEARTBEAT_S)

    # Tables without an owner

    async def _adopt(self) -> None:
        node = self._node
        if not node.may_own or monotonic() < self._not_before_s:
            return
        orphans = await node.ownership.orphans(MAX_ORPHANS)
        now_s = monotonic()
        self._orphaned_s = {table_id: self._orphaned_s.get(table_id, now_s) for table_id in orphans}
        replicas = [live.link for live in map(node.host.live.get, orphans) if live is not None and live.link]
        await asyncio.gather(*(link.find_owner() for link in replicas))
        for table_id in orphans:
            if monotonic() - now_s > ADOPTION_TIME_S:
                break
            if table_id not in node.host.live and self._is_due(table_id, now_s):
                await self._load(table_id)

    def _is_due(self, table_id: str, now_s: float) -> bool:
        """Return whether a table is this node's share, or was nobody's for too long."""
        if now_s - self._orphaned_s[table_id] > SHARE_TIME_S:
            return True
        nodes = sorted([self._node.incarnation, *(peer.node for peer in self._node.peers.owners())])
        return nodes[crc32(table_id.encode()) % len(nodes)] == self._node.incarnation

    async def _load(self, table_id: str) -> None:
        """Load a table and become its owner; end it if its rules are gone, or set it aside if it is damaged."""
        host = self._node.host
        try:
            row = await host.store.table(table_id)
            if has_present_rules(row) or not await self._end_if_outdated(table_id, row):
                await host.find(table_id)
        except (CannotRestore, DottableError) as error:
            if is_temporary(error):
                raise
            await set_aside(host, StoredTable(table_id, None, [], ""), str(error))

    async def _end_if_outdated(self, table_id: str, row: TableRow | None) -> bool:
        host = self._node.host
        return await end_if_outdated(host, StoredTable(table_id, row, await host.store.events(table_id), ""))

    # Memory and store

    async def reconcile(self) -> None:
        """Give up tables that another node owns, and act again at those that this node still owns."""
        node = self._node
        if not node.has_lease:
            return
        owned = await node.ownership.owned(node.incarnation)
        for link in node.owned_links():
            if not link.live.table.is_over and owned.get(link.table_id, -1) < link.epoch:
                await self._resign_if_lost(link)
            else:
                link.live.advance()
        for table_id in owned:
            live = node.host.live.get(table_id)
            if live is None:
                await node.host.find(table_id)
            elif live.link is not None and not live.link.is_owner and node.may_own:
                await live.link.find_owner()

    async def _resign_if_lost(self, link: TableLink) -> None:
        """Become a replica unless the store still names this node; the table may have been taken over just now."""
        found = await self._node.ownership.owner(link.table_id)
        if found is not None and found.incarnation != self._node.incarnation and link.is_owner:
            link.resign()

    def on_lease_regained(self) -> None:
        """Delay adoption until other nodes could renew their heartbeats. The database may have been away for all."""
        self._not_before_s = monotonic() + STALE_S + HEARTBEAT_S

    def _check_replicas(self) -> None:
        """Send pulses as an owner; as a replica, read the store if the owner is silent, or end without sessions."""
        host, now_s = self._node.host, monotonic()
        for live in list(host.live.values()):
            link = live.link
            if link is None:
                continue
            if link.is_owner:
                if link.presence.nodes and now_s - link.spoke_s > PULSE_S:
                    link.send_pulse()
            elif not live.viewers.by_viewer and live.is_idle:
                if host.clock_ms() - live.idle_since > UNUSED_REPLICA_MS:
                    host.unload(live)
            elif now_s - link.heard_s > (SILENCE_S if self._node.has_bus else 2 * HEARTBEAT_S):
                link.heard_s = now_s
                link.refresh()
                link.report_presence(asks_others=True)
