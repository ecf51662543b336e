"""Periodic sweep over live tables: ends idle tables, unloads finished ones, and applies the ends that other processes
stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from typing import TYPE_CHECKING

from dottable.server.access.limits import Limits
from dottable.server.lifetimes.player_deletion import complete_deletions
from dottable.server.lifetimes.unfinished_table_counts import estimated_bytes
from dottable.store import StoreError
from dottable.table.lifetime_limits import MAX_TABLE_EVENTS, IdleLimits, idle_deadline

if TYPE_CHECKING:
    from dottable.server.live.live_table import LiveTable
    from dottable.server.live.table_host import TableHost

log = logging.getLogger("dottable.server")

SWEEP_INTERVAL_S = 60.0
SWEEP_BATCH = 500
"""Number of tables to check before other tasks may run."""
UNLOAD_AFTER_MS = 120_000
"""Time in milliseconds without sessions after which a finished table is unloaded."""
MAX_LOADED_TABLES = 500
"""Maximum number of finished tables that are kept in memory after a viewer loaded them."""
SWEEP_OVERLAP_MS = 10_000
"""Time in milliseconds by which two sweeps overlap, to find rows that were stored late."""
IDLE, TOO_LONG, QUOTA = "idle", "too_long", "quota"
"""Reasons for which the server ends a table."""


class IdleTableSweeper:
    """Runs the periodic sweep over the tables of one host."""

    def __init__(self, host: TableHost) -> None:
        self.host = host
        self._looked_at = host.clock_ms()
        self._loaded: dict[str, None] = {}
        """Ids of finished tables that were loaded from the store, oldest first."""

    async def run(self) -> None:
        """Sweep until the task is cancelled. A failure is logged, and the next sweep tries again."""
        while True:
            await asyncio.sleep(SWEEP_INTERVAL_S)
            try:
                await self.sweep()
            except Exception:
                log.exception("a sweep over the tables failed")

    async def sweep(self) -> None:
        """End the tables that were idle for too long, and unload finished ones."""
        since, self._looked_at = self._looked_at - SWEEP_OVERLAP_MS, self.host.clock_ms()
        try:
            await self._refresh_tables_ended_elsewhere(since)
            await complete_deletions(self.host, since)
        except StoreError:
            self._looked_at = since + SWEEP_OVERLAP_MS
            raise
        for n, live in enumerate(list(self.host.live.values()), start=1):
            cause = cause_to_end_table(live, self.host) if live.can_act else None
            if cause is not None:
                live.queue_end(cause)
            if n % SWEEP_BATCH == 0:
                await asyncio.sleep(0)
        self._end_largest_tables_of_full_addresses()
        self.unload_finished()

    async def _refresh_tables_ended_elsewhere(self, since: int) -> None:
        """Apply the end of tables that another process ended, such as `dottable admin close`."""
        for table_id in await self.host.store.ids_of_tables_ended_since(since):
            live = self.host.live.get(table_id)
            if live is not None and not live.table.is_over:
                live.queue_refresh()

    def _end_largest_tables_of_full_addresses(self) -> None:
        """End the largest tables of an address whose unfinished tables alone exceed its storage quota."""
        by_address_hash: defaultdict[str, list[LiveTable]] = defaultdict(list)
        for live in self.host.live.values():
            if live.address_hash is not None and live.can_act and not live.table.is_over:
                by_address_hash[live.address_hash].append(live)
        for tables in by_address_hash.values():
            excess = sum(estimated_bytes(live.stored_bytes) for live in tables)
            excess -= self.host.limits.max_stored_bytes_per_address
            for live in sorted(tables, key=lambda live: live.stored_bytes, reverse=True):
                if excess <= 0:
                    break
                live.queue_end(QUOTA)
                excess -= estimated_bytes(live.stored_bytes)

    def record_loaded_table(self, live: LiveTable) -> None:
        """Record a finished table that was loaded again. If there are too many, unload the oldest."""
        self._loaded[live.table.id] = None
        for table_id in list(self._loaded)[: max(0, len(self._loaded) - MAX_LOADED_TABLES)]:
            del self._loaded[table_id]
            known = self.host.live.get(table_id)
            if known is not None and not known.viewers.by_viewer and known.is_idle:
                self._unload_table(known)

    def _unload_table(self, live: LiveTable) -> None:
        self._loaded.pop(live.table.id, None)
        self.host.unload_table(live)

    def unload_finished(self) -> None:
        """Remove finished tables without sessions from memory."""
        before = self.host.clock_ms() - UNLOAD_AFTER_MS
        for live in list(self.host.live.values()):
            has_sessions = bool(live.viewers.by_viewer) or live.table.presence.is_anyone_connected
            if live.table.is_over and not has_sessions and live.idle_since < before and live.is_idle:
                self._unload_table(live)


def cause_to_end_table(live: LiveTable, host: TableHost) -> str | None:
    """Return the reason why a table must be ended now; None if it may continue."""
    deadline = idle_deadline(live.table, idle_limits(host.limits), live.idle_since)
    if deadline is None:
        return None
    if live.table.version >= MAX_TABLE_EVENTS:
        return TOO_LONG
    return IDLE if host.clock_ms() >= deadline else None


def idle_limits(limits: Limits) -> IdleLimits:
    return IdleLimits(lobby_s=limits.idle_lobby_s, live_s=limits.idle_table_s)
