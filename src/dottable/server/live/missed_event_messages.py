"""Sends missed events to a viewer who reconnects: the stored events are replayed and narrated again."""

from __future__ import annotations

from typing import Any

from dottable.server.live.event_replay import TableRestorer
from dottable.server.protocol.messages import EventMessage, encode_server_message
from dottable.store import Store
from dottable.table.events import Event, SeatFreed, SeatTaken, decode_event
from dottable.table.table import Table
from dottable.table.viewers.event_messages import event_info, public_event, recent_move_messages
from dottable.table.viewers.snapshots import viewer_state

MAX_MISSED_EVENTS = 100
"""Maximum number of missed events that are sent individually. A viewer who missed more gets a snapshot."""
MAX_REPLAYED_EVENTS = 3000
"""Maximum number of stored events that are replayed to build these messages."""


async def missed_event_messages(
    store: Store, replays: TableRestorer, table: Table, viewer: int, since: int
) -> list[bytes] | None:
    """Return the viewer's messages after version `since`; None if a snapshot should be sent instead."""
    version = table.version
    if not 0 < since <= version or version - since > MAX_MISSED_EVENTS or version > MAX_REPLAYED_EVENTS:
        return None
    if since == version:
        return []
    recent = recent_move_messages(table, viewer, since)
    if recent is not None:
        return [encode_server_message(EventMessage(event=info)) for info in recent]
    bodies = (await store.read_events(table.id))[:version]
    events = [decode_event(body) for body in bodies[since:]]
    if any(isinstance(event, SeatTaken | SeatFreed) for event in events):
        return None  # the viewer may have had another seat at that time
    replayed = await replays.restore_table(table.id, bodies[:since], lambda: 0)
    return await replays.run_in_slices(_apply_and_encode(replayed, event, viewer) for event in events)


def _apply_and_encode(replayed: Table, event: Event, viewer: int) -> bytes:
    """Apply an event to the replayed table and return its message."""
    before: Any = replayed.match.view(viewer) if replayed.match else None
    replayed.apply_event(event)
    after = viewer_state(replayed.match, viewer) if replayed.match else None
    now = replayed.clock.host_time(event.clock_ms)
    return encode_server_message(
        EventMessage(event=event_info(public_event(replayed, event, now), viewer, before, after))
    )
