"""Verifies every stored table by replaying its events, and every stored log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Literal, NamedTuple

import msgspec

from dottable.core.errors import DottableError
from dottable.core.matches.match_log import read_log, verify_log
from dottable.server.live.match_log_text import log_text
from dottable.store import LogRow, Store, StoreError, TableQuery, TableRow
from dottable.store.log_import_export import why_not_replayable
from dottable.table.events import Ended, decode_event
from dottable.table.table import Table

Verdict = Literal["verified", "not_replayable", "damaged"]
TABLES_PER_QUERY = 100


class CheckedTable(NamedTuple):
    """The verdict on one table, with the reason if it is not verified."""

    id: str
    game: str
    verdict: Verdict
    reason: str = ""


async def check_tables(store: Store) -> AsyncIterator[CheckedTable]:
    """Yield the verdict on every table, the most recently created first."""
    last = None
    while rows := await store.search_tables(TableQuery(limit=TABLES_PER_QUERY, before=last)):
        for row in rows:
            yield await check_table(store, row)
        last = rows[-1].id


async def check_table(store: Store, row: TableRow) -> CheckedTable:
    """Return whether the events and the log of a stored table can be replayed, as a verdict with a reason."""
    try:
        bodies, log = await store.read_events(row.id), await store.find_log(row.id)
        reason = why_not_replayable(row.game, row.rules_version)
        if reason:
            return CheckedTable(row.id, row.game, "not_replayable", reason)
        await asyncio.to_thread(verify_table, row, bodies, log)
    except (DottableError, msgspec.MsgspecError, ValueError, IndexError) as error:
        return CheckedTable(row.id, row.game, "damaged", str(error))
    return CheckedTable(row.id, row.game, "verified")


def verify_table(row: TableRow, bodies: list[bytes], log: LogRow | None) -> None:
    """Replay a table and its log. Raise DottableError for the first contradiction."""
    if not bodies and (log is None or not row.id.startswith("log-")):
        raise StoreError("All events are missing.")
    table = Table.restore(row.id, map(decode_event, bodies), now=row.updated_at) if bodies else None
    has_ended = row.status in ("over", "aborted")
    if table is not None and table.is_over and not has_ended:
        raise StoreError("The events end the table, but its row does not.")
    if table is not None and has_ended and not any(isinstance(decode_event(body), Ended) for body in bodies):
        raise StoreError("The row says that the table has ended, but its events do not.")
    if log is None or not log.is_verified:
        return
    verify_log(read_log(log.text))
    if table is not None and log.text != log_text(table):
        raise StoreError("The stored log differs from the events.")
