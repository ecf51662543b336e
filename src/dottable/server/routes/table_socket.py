"""`/api/v1/tables/ID/socket`: accepts a connection after a valid hello message, and cleans up after it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from dottable.core.errors import DottableError
from dottable.core.primitives.seats import SPECTATOR
from dottable.server.access.connection_limits import ConnectionLimits, SocketSlot
from dottable.server.access.limits import Limits, address_limit_key
from dottable.server.access.player_registry import PlayerRegistry
from dottable.server.live.live_table import LiveTable
from dottable.server.live.session import (
    CLOSE_FAULT,
    CLOSE_NO_HELLO,
    CLOSE_RESTART,
    CLOSE_TOO_MANY,
    MAX_PROBLEM_CHARACTERS,
    NO_PLAYER_CLOSE_CODE,
    CloseConnection,
    Session,
)
from dottable.server.live.startup_restore import is_temporary
from dottable.server.live.table_host import RESTART_BYE, TableHost
from dottable.server.protocol.messages import (
    PROTOCOL_VERSION,
    Bye,
    HelloMessage,
    decode_client_message,
    encode_server_message,
)
from dottable.server.protocol.websocket_connection import connection_of
from dottable.server.routes.dependencies import ConnectionLimitsDependency, HostDependency, PlayersDependency
from dottable.store import PlayerRow

log = logging.getLogger("dottable.server")

CLOSE_NORMAL, CLOSE_NO_TABLE = 1000, 4404


def close_error(close_code: int, code: str, sentence: str, *, is_temporary: bool = False) -> CloseConnection:
    """Return the exception that closes a connection after a last message."""
    return CloseConnection(close_code, Bye(code=code, sentence=sentence, is_temporary=is_temporary))


@websocket("/api/v1/tables/{table_id:str}/socket")
async def play_table(
    socket: WebSocket[Any, Any, Any],
    table_id: FromPath[str],
    host: HostDependency,
    players: PlayersDependency,
    connection_limits: ConnectionLimitsDependency,
) -> None:
    """WebSocket of a table, for playing and watching. The client first sends a hello message, then commands."""
    await socket.accept()
    address = address_limit_key(socket.client.host if socket.client else "")
    slot = connection_limits.open_slot(address, connection_of(socket).on_deadline)
    try:
        hello = await receive_hello(socket, host.limits)
        player = await player_of_hello(hello, players)
        live = await find_live_table(host, table_id)
        apply_connection_limits(slot, live, player, connection_limits)
        await player_of_hello(hello, players)  # the token may have been revoked while the table was being loaded
        await run_session(socket, live, hello, player, slot)
    except CloseConnection as end:
        with suppress(Exception):
            if end.bye is not None:
                await socket.send(
                    {"type": "websocket.send", "text": encode_server_message(end.bye).decode(), "bytes": None}
                )
            await socket.close(code=end.close_code)
    except OSError:
        log.debug("a connection was lost")
    except Exception:
        log.exception("a connection failed")
        with suppress(Exception):
            await socket.close(code=CLOSE_FAULT)
    finally:
        connection_limits.release_slot(slot)


async def receive_hello(socket: WebSocket[Any, Any, Any], limits: Limits) -> HelloMessage:
    """Return the first message of a connection. Raise CloseConnection if it is not a valid hello message."""
    try:
        event = await asyncio.wait_for(socket.receive(), limits.hello_timeout_s)
    except TimeoutError:
        raise close_error(CLOSE_NO_HELLO, "no_hello", "No hello was received in time.") from None
    if event["type"] != "websocket.receive":
        raise close_error(CLOSE_NORMAL, "gone", "The connection was closed.")
    try:
        hello = decode_client_message(event.get("text") or event.get("bytes") or b"")
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        sentence = f"Invalid message: {error}"[:MAX_PROBLEM_CHARACTERS]
        raise close_error(CLOSE_NO_HELLO, "bad_message", sentence) from None
    if not isinstance(hello, HelloMessage):
        raise close_error(CLOSE_NO_HELLO, "no_hello", "The first message must be hello.")
    if hello.protocol != PROTOCOL_VERSION:
        raise close_error(CLOSE_NO_HELLO, "protocol", f"This server supports protocol version {PROTOCOL_VERSION} only.")
    return hello


async def player_of_hello(hello: HelloMessage, players: PlayerRegistry) -> PlayerRow | None:
    """Return the player of a hello message's token; None without a token, for spectators."""
    if hello.token is None:
        return None
    player = await players.find_by_token(hello.token)
    if player is None:
        raise close_error(NO_PLAYER_CLOSE_CODE, "no_player", "Invalid token. Create a new player.")
    return player


async def find_live_table(host: TableHost, table_id: str) -> LiveTable:
    """Return a table by its id. Raise CloseConnection if there is none or the server is stopping."""
    try:
        live = await host.find_table(table_id)
    except DottableError as error:
        if is_temporary(error):
            raise CloseConnection(CLOSE_RESTART, RESTART_BYE) from None
        raise close_error(CLOSE_NO_TABLE, "set_aside", str(error)) from None
    if live is None:
        raise close_error(CLOSE_NO_TABLE, "not_found", "This table does not exist.")
    if host.is_closing or (host.cluster is not None and (host.cluster.is_cut_off or host.cluster.is_draining)):
        raise CloseConnection(CLOSE_RESTART, RESTART_BYE)
    return live


def apply_connection_limits(
    slot: SocketSlot, live: LiveTable, player: PlayerRow | None, connection_limits: ConnectionLimits
) -> None:
    """Apply the connection limits to a new connection. Raise CloseConnection if the table or the address has too many.

    If a player has too many sockets, the oldest is closed. Seated players do not count towards the table's limit. A
    signed-in spectator replaces an anonymous one.
    """
    player_id = player.id if player else None
    is_seated = live.viewers.viewer_of(player_id) != SPECTATOR
    has_room = is_seated or live.viewers.make_room_for_spectator(
        connection_limits.limits.max_onlookers_per_table, is_anonymous=player is None
    )
    token_hash = player.token_hash if player else None
    if not has_room or not connection_limits.admit_player(slot, player_id, token_hash, is_seated=is_seated):
        live.host.metrics.record_refusal("max_sockets_per_address" if has_room else "max_onlookers_per_table")
        raise close_error(
            CLOSE_TOO_MANY, "too_many", "Too many connections. Close another one first.", is_temporary=True
        )


async def run_session(
    socket: WebSocket[Any, Any, Any], live: LiveTable, hello: HelloMessage, player: PlayerRow | None, slot: SocketSlot
) -> None:
    """Join the table and serve this connection until it closes. Raise CloseConnection if the server closes it."""
    connection = connection_of(socket)
    if player is not None:
        live.host.quota.note_address(player.id, socket.client.host if socket.client else "")
    session = Session(connection, live, live.host, player)
    slot.set_session(session.close_for_limit, session.close_signed_out, session.is_spectator)
    try:
        live.sessions.queue_join(session, hello.since)
        session.send_ping()
        connection.set_listener(session)
        await wait_for_end(socket, session)
    finally:
        session.on_closed()


async def wait_for_end(socket: WebSocket[Any, Any, Any], session: Session) -> None:
    """Return when the client closes the connection. Raise CloseConnection if the session ends first."""
    gone = asyncio.ensure_future(socket.receive())  # only the close event arrives here
    try:
        await asyncio.wait((gone, session.ended), return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
    if session.ended.done():
        raise CloseConnection(session.ended.result(), None)
