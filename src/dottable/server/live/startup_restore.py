"""Restores tables from the store when the server starts. A failure at one table does not affect others."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from dottable.core.game import Game
from dottable.core.registry import known_games
from dottable.server.cluster.message_bus import BusError
from dottable.server.live.match_log_text import log_from_events
from dottable.store import DamagedEvents, StoredTable, StoreError, TableRow
from dottable.store.log_import_export import find_or_write_log
from dottable.table.events import Ended, Event, Opened, decode_event, encode_event
from dottable.table.unreplayable_tables import end_without_rules

if TYPE_CHECKING:
    from dottable.server.live.table_host import TableHost

log = logging.getLogger("dottable.server")

RULES_CHANGED = "rules_changed"
"""Cause of the end of a table whose rules version is not installed."""


class CannotRestore(Exception):
    """Raised when a table cannot be restored. The text is the reason."""


def is_temporary(error: Exception) -> bool:
    """Return whether a table could not be loaded only because the database or the message bus did not answer."""
    return isinstance(error, BusError) or (isinstance(error, StoreError) and not isinstance(error, DamagedEvents))


async def restore_table(host: TableHost, stored: StoredTable) -> None:
    """Make a stored table live again. End it if its rules version is not installed; set it aside if its data is
    damaged."""
    try:
        if await end_if_outdated(host, stored):
            return
        try:
            live = await host.load_from_events(stored.id, stored.bodies, stored.row)
        except Exception as error:
            raise CannotRestore(f"The events cannot be replayed: {error}") from error
    except CannotRestore as error:
        await set_aside(host, stored, str(error))
        return
    if live.table.is_over or stored.row is None or stored.row.status != live.table.status:
        host.search_rows.queue_update(live)


async def end_if_outdated(host: TableHost, stored: StoredTable) -> bool:
    """End a table whose rules version is not installed. Return whether it was ended. Raise CannotRestore."""
    events = read_events(stored)
    game = game_of(events)
    if game.rules_version == opened_event_of(events).rules_version:
        return False
    await end_outdated(host, stored, events, game)
    return True


def has_present_rules(row: TableRow | None) -> bool:
    """Return whether the game of a table is installed, in the table's rules version."""
    game = None if row is None else known_games().get(row.game)
    return row is not None and game is not None and game.rules_version == row.rules_version


async def set_aside(host: TableHost, stored: StoredTable, reason: str) -> None:
    """Mark a table as one that cannot be restored, with the reason. The next start tries again."""
    log.error("table %s is set aside: %s", stored.id, reason)
    if stored.row is None or (stored.row.status, stored.row.note) != ("set_aside", reason):
        await host.store.set_aside(stored.id, reason)


def read_events(stored: StoredTable) -> list[Event]:
    """Return the events of a stored table. Raise CannotRestore if one is missing or unreadable."""
    if stored.problem:
        raise CannotRestore(stored.problem)
    events: list[Event] = []
    for n, body in enumerate(stored.bodies):
        try:
            events.append(decode_event(body))
        except (msgspec.MsgspecError, UnicodeError, TypeError) as error:
            raise CannotRestore(f"Event {n} cannot be read: {error}") from None
    return events


def opened_event_of(events: Sequence[Event]) -> Opened:
    """Return the first event of a table. Raise CannotRestore if it is not `Opened`."""
    if not events or not isinstance(events[0], Opened):
        raise CannotRestore("The first event of a table must be its opening.")
    return events[0]


def game_of(events: Sequence[Event]) -> Game:
    """Return the game of a table. Raise CannotRestore if it is not installed."""
    slug = opened_event_of(events).game
    if slug not in known_games():
        raise CannotRestore(f"The game '{slug}' is not installed.")
    return known_games()[slug]


async def end_outdated(host: TableHost, stored: StoredTable, events: list[Event], game: Game) -> None:
    """End a table of another rules version without a result, and keep its log.

    The end is stored before the log reveals the seed. So a server of the old version cannot continue the match.
    """
    if stored.row is None:
        raise CannotRestore("The row of the table is damaged.")
    note = (
        f"Ended without a result: the match used rules version {stored.row.rules_version}, "
        f"but this Dottable has version {game.rules_version}."
    )
    now = host.clock_ms()
    row = replace(stored.row, status="aborted", note=note, updated_at=now, result=None, winners=None, opened_by=None)
    is_ended = any(isinstance(event, Ended) for event in events)
    bodies = [] if is_ended else [encode_event(end_without_rules(events, now, RULES_CHANGED))]
    await host.store.append_events(stored.id, len(events), bodies, row)
    await find_or_write_log(host.store, row, log_from_events)
    log.warning("table %s: %s", stored.id, note)
