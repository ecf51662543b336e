"""The text log of an ended match, written from a table in memory or from stored events."""

from __future__ import annotations

import msgspec

from dottable.core.errors import BadLog, DottableError
from dottable.core.matches.match_log import write_log
from dottable.store import TableRow
from dottable.store.log_import_export import why_not_replayable
from dottable.table.events import Event, decode_event
from dottable.table.table import Table
from dottable.table.unreplayable_tables import log_without_rules


def log_text(table: Table) -> str:
    """Return the text log of a table whose match has ended."""
    names = [holder.name if holder else "" for holder in table.seating.holders]
    return write_log(table.live_match(), names)


def log_from_events(row: TableRow, bodies: list[bytes]) -> str:
    """Return the log of a match, written from its stored events. Raise BadLog if the match has not ended.

    A match of another rules version gets a log of raw actions, which cannot be replayed.
    """
    try:
        events: list[Event] = [decode_event(body) for body in bodies]
        if why_not_replayable(row.game, row.rules_version):
            return log_without_rules(events)
        table = Table.restore(row.id, events, now=row.updated_at)
    except (DottableError, msgspec.MsgspecError) as error:
        raise BadLog(str(error)) from None
    if not table.is_over:
        raise BadLog("This match has not ended.")
    if table.match is None:
        raise BadLog("This table was closed before the match started.")
    return log_text(table)
