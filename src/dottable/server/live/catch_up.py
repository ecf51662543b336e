"""Missed events for a viewer who reconnects: the stored events are replayed and narrated again."""

from __future__ import annotations

from typing import Any

from dottable.server.protocol.messages import EventMessage, encode_server_message
from dottable.store import Store
from dottable.table.events import Event, SeatFreed, SeatTaken, decode
from dottable.table.table import Table
from dottable.table.viewers.snapshots import event_info, public_event, viewer_state

MAX_MISSED_EVENTS = 100
"""Most missed events that are sent one by one; a snapshot replaces a longer gap."""
MAX_REPLAYED_EVENTS = 3000
"""Most stored events that are replayed for it."""


async def missed_event_messages(store: Store, table: Table, viewer: int, since: int) -> list[bytes] | None:
    """Return the viewer's messages after version `since`; None if a snapshot should be sent instead."""
    version = table.version
    if not 0 < since <= version or version - since > MAX_MISSED_EVENTS or version > MAX_REPLAYED_EVENTS:
        return None
    if since == version:
        return []
    events = [decode(body) for body in (await store.events(table.id))[:version]]
    if any(isinstance(event, SeatTaken | SeatFreed) for event in events[since:]):
        return None  # the viewer may have had another seat before
    replayed = Table.restore(table.id, events[:since], now=0)
    return [_apply_and_encode(replayed, event, viewer) for event in events[since:]]


def _apply_and_encode(replayed: Table, event: Event, viewer: int) -> bytes:
    """Apply an event to the replayed table and return its message."""
    before: Any = replayed.match.view(viewer) if replayed.match else None
    replayed.apply(event)
    after = viewer_state(replayed.match, viewer) if replayed.match else None
    now = replayed.clock.host_time(event.clock_ms)
    return encode_server_message(
        EventMessage(event=event_info(public_event(replayed, event, now), viewer, before, after))
    )
