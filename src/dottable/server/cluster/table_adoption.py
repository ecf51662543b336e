"""Background task of a node: takes over tables whose owner has died, and keeps replicas up to date.

An owner is the
node that runs a table. A replica is a copy of a table on a node whose clients watch or play it."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import TYPE_CHECKING
from zlib import crc32

from dottable.core.errors import DottableError
from dottable.server.cluster.message_bus import BusError
from dottable.server.live.startup_restore import (
    CannotRestore,
    end_if_outdated,
    has_present_rules,
    is_temporary,
    set_aside,
)
from dottable.store import StoredTable, StoreError, TableRow
from dottable.store.postgres.table_ownership import HEARTBEAT_S, STALE_S

if TYPE_CHECKING:
    from dottable.server.cluster.cluster_node import ClusterNode
    from dottable.server.cluster.table_link import TableLink

log = logging.getLogger("dottable.server")

MAX_ORPHANS = 500
"""Maximum number of tables without an owner that one query reads."""
MAX_ADOPTION_TIME_PER_ROUND_S = 0.25
"""Time in seconds per round for taking over tables to which no client of this node is connected."""
HASH_SELECTED_NODE_TIME_S = 3.0
"""Time in seconds after which any node may take over a table. Before, only the node that the table's hash selects."""
RECONCILE_ROUNDS = 10
"""Number of rounds between two comparisons of the owned tables in memory with those in the store."""
PULSE_INTERVAL_S = 2.0
"""Time in seconds after its last message at which an owner sends its replicas a `Pulse`."""
MAX_OWNER_SILENCE_S = 5.0
"""Time in seconds without a message from the owner after which a replica reads new events from the store."""
UNUSED_REPLICA_MS = 10_000
"""Time in milliseconds without connected clients after which a replica is removed from memory."""


class TableAdoption:
    """Background task of one node: takes over tables without an owner, and unloads unused ones.

    It also lets replicas read the store if their owner is silent.
    """

    def __init__(self, node: ClusterNode) -> None:
        self._node = node
        self._orphaned_s: dict[str, float] = {}
        """Time (`monotonic`, in seconds) at which each table was first seen without an owner, by table id."""
        self._not_before_s = monotonic()

    async def run(self) -> None:
        """Adopt tables and check replicas again and again, until the task is cancelled. Failures are logged."""
        rounds = 0
        while True:
            rounds += 1
            try:
                await self._adopt_orphaned_tables()
                self._send_pulses_and_check_replicas()
                if rounds % RECONCILE_ROUNDS == 0:
                    await self.reconcile_owned_tables()
            except (BusError, StoreError) as error:
                log.info("tables without an owner could not be adopted: %s", error)
            except Exception:
                log.exception("the work on the tables of other nodes failed")
            await asyncio.sleep(HEARTBEAT_S)

    # Tables without an owner

    async def _adopt_orphaned_tables(self) -> None:
        node = self._node
        if not node.may_own_tables or monotonic() < self._not_before_s:
            return
        orphans = await node.ownership.orphaned_tables(MAX_ORPHANS)
        now_s = monotonic()
        self._orphaned_s = {table_id: self._orphaned_s.get(table_id, now_s) for table_id in orphans}
        replicas = [live.link for live in map(node.host.live.get, orphans) if live is not None and live.link]
        await asyncio.gather(*(link.find_owner() for link in replicas))
        for table_id in orphans:
            if monotonic() - now_s > MAX_ADOPTION_TIME_PER_ROUND_S:
                break
            if table_id not in node.host.live and self._is_due(table_id, now_s):
                await self._load_as_owner(table_id)

    def _is_due(self, table_id: str, now_s: float) -> bool:
        """Return whether this node may take over a table without an owner.

        At first, only the node that the table's hash selects may do so. After `HASH_SELECTED_NODE_TIME_S`, any node
        may.
        """
        if now_s - self._orphaned_s[table_id] > HASH_SELECTED_NODE_TIME_S:
            return True
        nodes = sorted([self._node.incarnation, *(peer.node for peer in self._node.peers.possible_owners())])
        return nodes[crc32(table_id.encode()) % len(nodes)] == self._node.incarnation

    async def _load_as_owner(self, table_id: str) -> None:
        """Load a table and become its owner. End it if its rules are not installed; set it aside if its data is
        damaged."""
        host = self._node.host
        try:
            row = await host.store.find_table(table_id)
            if has_present_rules(row) or not await self._end_if_outdated(table_id, row):
                await host.find_table(table_id)
        except (CannotRestore, DottableError) as error:
            if is_temporary(error):
                raise
            await set_aside(host, StoredTable(table_id, None, [], ""), str(error))

    async def _end_if_outdated(self, table_id: str, row: TableRow | None) -> bool:
        host = self._node.host
        return await end_if_outdated(host, StoredTable(table_id, row, await host.store.read_events(table_id), ""))

    # Memory and store

    async def reconcile_owned_tables(self) -> None:
        """Compare the owned tables in memory with the store. Give up tables that another node owns now; resume the
        others."""
        node = self._node
        if not node.has_lease:
            return
        owned = await node.ownership.epochs_of_owned_tables(node.incarnation)
        for link in node.owned_links():
            if not link.live.table.is_over and owned.get(link.table_id, -1) < link.epoch:
                await self._resign_if_lost(link)
            else:
                link.live.advance()
        for table_id in owned:
            live = node.host.live.get(table_id)
            if live is None:
                await node.host.find_table(table_id)
            elif live.link is not None and not live.link.is_owner and node.may_own_tables:
                await live.link.find_owner()

    async def _resign_if_lost(self, link: TableLink) -> None:
        """Become a replica, unless the store still names this node as the owner."""
        found = await self._node.ownership.owner_of_table(link.table_id)
        if found is not None and found.incarnation != self._node.incarnation and link.is_owner:
            link.become_replica_and_catch_up()

    def on_lease_regained(self) -> None:
        """Wait before taking over tables, because other nodes may also have lost the database and must first renew."""
        self._not_before_s = monotonic() + STALE_S + HEARTBEAT_S

    def _send_pulses_and_check_replicas(self) -> None:
        """Tell the replicas of owned tables that their owner is alive (a pulse), and check the replicas held here.

        A replica reads the store if its owner is silent. Unused replicas are unloaded.
        """
        host, now_s = self._node.host, monotonic()
        for live in list(host.live.values()):
            link = live.link
            if link is None:
                continue
            if link.is_owner:
                if link.presence.nodes_with_clients and now_s - link.spoke_s > PULSE_INTERVAL_S:
                    link.send_pulse()
            elif not live.viewers.by_viewer and live.is_idle:
                if host.clock_ms() - live.idle_since > UNUSED_REPLICA_MS:
                    host.unload_table(live)
            elif now_s - link.heard_s > (MAX_OWNER_SILENCE_S if self._node.has_bus else 2 * HEARTBEAT_S):
                link.heard_s = now_s
                link.read_new_events()
                link.report_presence(asks_others=True)
