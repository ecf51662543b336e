"""Deletion of players. Tokens and name are deleted first; then the player leaves all tables and is anonymised there.

The store records the deletion until it is complete. So a restarted server continues it, and other processes notice it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from dottable.server.live.search_row_writer import search_row
from dottable.server.protocol.messages import Bye
from dottable.store import Store, StoreError, TableQuery, TableRow
from dottable.table.anonymise import DELETED_NAME, anonymise_in_memory, anonymous_bodies
from dottable.table.commands import Abort, Stand

if TYPE_CHECKING:
    from dottable.server.live.live_table import LiveTable
    from dottable.server.live.table_host import TableHost

log = logging.getLogger("dottable.server")

TABLES_PER_QUERY = 50
PLAYER_DELETED_BYE = Bye(code="no_player", sentence="This player was deleted.", is_temporary=False)
NO_PLAYER_CLOSE_CODE = 4401


async def delete_player(host: TableHost, player: str) -> None:
    """Delete a player. Return when the player has left all tables and no stored name remains."""
    await host.store.delete_player(player, host.clock_ms())
    host.on_player_deleted(player)
    await complete_deletion(host, player)


async def complete_deletion(host: TableHost, player: str) -> None:
    """Make a deleted player leave all tables, and replace the name in all of them. May be repeated."""
    host.forget_player(player)
    close_socket_sessions_of(host, player)
    await host.wait_for_loading()  # a table that is being loaded may still contain the name
    close_socket_sessions_of(host, player)
    left: list[LiveTable] = []
    for live in list(host.live.values()):
        if not live.table.is_over and live.table.seating.seat_of(player) is not None:
            await leave_table(host, live, player)
        if live.is_owner and any(holder.left == player for _, holder in live.table.seating.taken_seats()):
            left.append(live)
        anonymise_in_memory(live.table, player)
    await host.search_rows.wait_for_updates()
    for live in left:
        bodies = await anonymous_events(host.store, live.table.id, player)
        row = search_row(live.table, host.clock_ms(), live.address_hash, live.stored_bytes)
        await host.store.rewrite_table(live.table.id, bodies, row)
    if left:  # other nodes may have loaded the events with the name in the meantime
        host.on_player_deleted(player)
    if await anonymise_stored_tables(host.store, player):
        await host.store.complete_deletion(player)


def close_socket_sessions_of(host: TableHost, player: str) -> None:
    """Close all WebSocket sessions of a deleted player."""
    for live in host.live.values():
        for session in live.viewers.sessions():
            if session.player_id == player:
                session.close_with_message(PLAYER_DELETED_BYE, NO_PLAYER_CLOSE_CODE)


async def leave_table(host: TableHost, live: LiveTable, player: str) -> None:
    """Give up the player's seat: before the start it becomes free, in a match a bot takes over. Close a table without
    other players."""
    is_alone = len(live.table.seating.seated_players()) == 1
    is_host = live.table.has_host_rights(player, live.table.clock.table_time(host.clock_ms()))
    left: asyncio.Future[Any] = host.loop.create_future()
    live.submit_command(player, Abort() if is_alone and is_host else Stand(), left.set_result)
    await left


async def anonymise_stored_tables(store: Store, player: str) -> bool:
    """Replace the name of a deleted player in all ended tables. Return False if unfinished tables remain."""
    is_complete, last = True, None
    while rows := await store.search_tables(TableQuery(player=player, limit=TABLES_PER_QUERY, before=last)):
        for row in rows:
            if row.status in ("open", "live"):
                is_complete = False
            else:
                await anonymise_stored_table(store, row, player)
        last = rows[-1].id
    return is_complete


async def anonymise_stored_table(store: Store, row: TableRow, player: str) -> None:
    """Replace the name of a player in the events, the log and the row of an ended table."""
    seats = tuple((None, DELETED_NAME) if seated == player else (seated, name) for seated, name in row.players)
    bodies = await anonymous_events(store, row.id, player)
    await store.rewrite_table(row.id, bodies, replace(row, players=seats))


async def anonymous_events(store: Store, table_id: str, player: str) -> dict[int, bytes]:
    """Return the events of a table that contain the player's name, by number, with the name replaced.

    Empty if the table's stored events are damaged.
    """
    try:
        return anonymous_bodies(await store.read_events(table_id), player)
    except (StoreError, msgspec.MsgspecError) as error:
        log.error("table %s is damaged, so only its row was anonymised: %s", table_id, error)
        return {}


async def complete_deletions(host: TableHost, since: int) -> None:
    """Finish deletions of players that were interrupted, or that other processes began at `since` (ms) or later.

    It ends the players' sessions and seats in this process and replaces their names.
    """
    for player in await host.store.deleted_players(since):
        await complete_deletion(host, player)
