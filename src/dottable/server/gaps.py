"""Fills the gap of a viewer who was away: the events since a version, told again as they would have been."""

from __future__ import annotations

from typing import Any

from dottable.server.messages import Happened, write
from dottable.store import Store
from dottable.table.events import Event, Sat, Stood, decode
from dottable.table.table import Table
from dottable.table.telling import happening, news_of, sight

MOST_TOLD_AGAIN = 100
MOST_REPLAYED = 3000
"""A longer gap, or a longer match, is answered with a snapshot."""


async def told_since(store: Store, table: Table, viewer: int, since: int) -> list[bytes] | None:
    """What `viewer` was or would have been sent after version `since`; None if a snapshot serves better."""
    version = table.version
    if not 0 < since <= version or version - since > MOST_TOLD_AGAIN or version > MOST_REPLAYED:
        return None
    if since == version:
        return []
    events = [decode(body) for body in (await store.events(table.id))[:version]]
    if any(isinstance(event, Sat | Stood) for event in events[since:]):
        return None  # a viewer may have looked with other eyes before
    replayed = Table.restore(table.id, events[:since], now=0)
    return [tell_again(replayed, event, viewer) for event in events[since:]]


def tell_again(replayed: Table, event: Event, viewer: int) -> bytes:
    before: Any = replayed.match.view(viewer) if replayed.match else None
    replayed.evolve(event)
    after = sight(replayed.match, viewer) if replayed.match else None
    now = replayed.clock.host_time(event.clock_ms)
    return write(Happened(event=happening(news_of(replayed, event, now), viewer, before, after)))
