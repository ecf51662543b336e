"""Ends a table for the operator. A running server notices this within a minute, or at the table's next move."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from dottable.store import AppendConflict, Store, StoreError, TableRow
from dottable.table.events import decode_event, encode_event
from dottable.table.unreplayable_tables import end_without_rules

MAX_ATTEMPTS = 20
"""Maximum number of attempts, in case a running server stores moves at the same time."""
OPERATOR_CAUSE = "operator"
CLOSING_NOTE = "Ended without a result by the operator."


async def close_table(store: Store, table_id: str, now: int) -> TableRow:
    """End an unfinished table without a result and return its new row. Raise StoreError if that is impossible."""
    for _ in range(MAX_ATTEMPTS):
        row = await store.find_table(table_id)
        if row is None:
            raise StoreError(f"There is no table '{table_id}'.")
        if row.status not in ("open", "live"):
            raise StoreError(f"The table '{table_id}' is not open or live: its status is {row.status}.")
        try:
            events = [decode_event(body) for body in await store.read_events(table_id)]
            ended = end_without_rules(events, now, OPERATOR_CAUSE)
            closed = replace(row, status="aborted", note=CLOSING_NOTE, updated_at=now, opened_by=None)
            await store.append_events(table_id, len(events), [encode_event(ended)], closed)
        except AppendConflict:
            continue
        except msgspec.MsgspecError as error:
            raise StoreError(f"The events of the table '{table_id}' cannot be read: {error}") from None
        return closed
    raise StoreError(f"The table '{table_id}' is too busy. Try again.")
