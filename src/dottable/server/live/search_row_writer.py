"""The search index: one row per table in the store, by which lists and searches find it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from dottable.server.lifetimes.unfinished_table_counts import estimated_bytes
from dottable.server.live.match_log_text import log_text
from dottable.store import AppendFenced, StoreError, TableRow
from dottable.store.log_import_export import find_or_write_log
from dottable.table.table import Table

if TYPE_CHECKING:
    from dottable.server.live.live_table import LiveTable
    from dottable.server.live.table_host import TableHost

log = logging.getLogger("dottable.server")

END_CAUSE_NOTES = {
    "idle": "Ended without a result: nobody acted for too long.",
    "operator": "Ended without a result by the operator.",
    "quota": "Ended without a result: its address stored too much.",
    "too_long": "Ended without a result: it had too many events.",
}
"""Reasons, as sentences, for which the server ends tables, by cause. Stored in the table's row."""


class SearchRowWriter:
    """Writes the rows of changed tables to the store in the background."""

    def __init__(self, host: TableHost) -> None:
        self._host = host
        self._tasks: set[asyncio.Task[None]] = set()

    def queue_update(self, live: LiveTable) -> None:
        """Update the row of a table. For an ended table, also free its quota and store its log."""
        if live.table.is_over:
            self._host.quota.remove_table(live.table.id)
        if not live.is_owner:
            return
        task = self._host.start_task(self._write_row(live))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def wait_for_updates(self) -> None:
        """Return when all updates so far are done, so that a search finds every acknowledged change."""
        if self._tasks:
            await asyncio.wait(list(self._tasks))

    async def _write_row(self, live: LiveTable) -> None:
        table, store = live.table, self._host.store
        row = search_row(table, self._host.clock_ms(), live.address_hash, live.stored_bytes)
        try:
            await store.append_events(table.id, table.version, [], row, None if live.link is None else live.link.token)
            if table.is_over and table.match is not None:
                await find_or_write_log(store, row, lambda _row, _events: log_text(table))
        except AppendFenced:
            log.info("table %s is indexed by its new owner", table.id)
        except StoreError:
            log.exception("table %s could not be indexed; the next start will do it", table.id)


def search_row(table: Table, now_ms: int, address_hash: str | None = None, event_bytes: int = 0) -> TableRow:
    """Return the row by which a search finds a table."""
    opened, match = table.opened, table.match
    return TableRow(
        id=table.id,
        game=opened.game,
        rules_version=opened.rules_version,
        status=table.status,
        is_private=opened.settings.is_private,
        seats=opened.seats,
        players=table.seating.players_and_names(),
        created_at=opened.at,
        updated_at=now_ms,
        moves=len(match.moves) if match else 0,
        result=" ".join(map(str, match.scores())) if match and table.is_over else None,
        winners=" ".join(map(str, match.winners())) if match and match.is_over else None,
        origin=address_hash,
        stored_bytes=estimated_bytes(event_bytes),
        note=END_CAUSE_NOTES.get(table.end_cause or "", ""),
        opened_by=None if table.is_over else opened.host,
    )
