"""`/api/v1/tables/ID/socket`: lets a socket in if its hello is right, and cleans up behind it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from dottable.core.errors import DottableError
from dottable.server.doorkeeper import Doorkeeper
from dottable.server.given import TheDoorkeeper, TheHost, ThePlayers
from dottable.server.host import Host
from dottable.server.limits import Limits, network_of
from dottable.server.line import line_of
from dottable.server.messages import PROTOCOL, Bye, Hello, read, write
from dottable.server.players import Players
from dottable.server.session import NO_HELLO, NO_PLAYER, RESTART, Closing, Session
from dottable.store import PlayerRow

log = logging.getLogger("dottable.server")

NO_TABLE, TOO_MANY = 4404, 4429
NORMAL = 1000


def closing(close_code: int, code: str, sentence: str, *, is_temporary: bool = False) -> Closing:
    return Closing(close_code, Bye(code=code, sentence=sentence, is_temporary=is_temporary))


@websocket("/api/v1/tables/{table_id:str}/socket")
async def play_table(
    socket: WebSocket[Any, Any, Any],
    table_id: FromPath[str],
    host: TheHost,
    players: ThePlayers,
    doorkeeper: TheDoorkeeper,
) -> None:
    """Play at a table or look on: hello first, then commands."""
    await socket.accept()
    address = network_of(socket.client.host if socket.client else "")
    try:
        hello = await said_hello(socket, host.limits)
        player = await player_of(hello, players)
        await attend(socket, address, table_id, hello, player, host, doorkeeper)
    except Closing as end:
        with suppress(Exception):
            if end.bye is not None:
                await socket.send({"type": "websocket.send", "text": write(end.bye).decode(), "bytes": None})
            await socket.close(code=end.close_code)
    except OSError:
        log.debug("a socket was cut off")
    except Exception:
        log.exception("a socket failed")
        with suppress(Exception):
            await socket.close(code=1011)


async def said_hello(socket: WebSocket[Any, Any, Any], limits: Limits) -> Hello:
    """The first message, if it is a hello that we understand."""
    try:
        event = await asyncio.wait_for(socket.receive(), limits.hello_within_s)
    except TimeoutError:
        raise closing(NO_HELLO, "no_hello", "Nobody said hello.") from None
    if event["type"] != "websocket.receive":
        raise closing(NORMAL, "gone", "The socket was closed.")
    try:
        hello = read(event.get("text") or event.get("bytes") or b"")
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise closing(NO_HELLO, "bad_message", f"Not understood: {error}"[:300]) from None
    if not isinstance(hello, Hello):
        raise closing(NO_HELLO, "no_hello", "Say hello first.")
    if hello.protocol != PROTOCOL:
        raise closing(NO_HELLO, "protocol", f"This server speaks version {PROTOCOL} of the protocol.")
    return hello


async def player_of(hello: Hello, players: Players) -> PlayerRow | None:
    if hello.token is None:
        return None
    player = await players.holder(hello.token)
    if player is None:
        raise closing(NO_PLAYER, "no_player", "This token opens no player; come in anew.")
    return player


async def attend(
    socket: WebSocket[Any, Any, Any],
    address: str,
    table_id: str,
    hello: Hello,
    player: PlayerRow | None,
    host: Host,
    doorkeeper: Doorkeeper,
) -> None:
    """The life of a session; raises Closing if we end it."""
    try:
        live = await host.find(table_id)
    except DottableError as error:
        raise closing(NO_TABLE, "set_aside", str(error)) from None
    if live is None:
        raise closing(NO_TABLE, "not_found", "There is no such table.")
    if host.is_closing:
        raise closing(RESTART, "restart", "The server stops for a moment; come back.", is_temporary=True)
    player_id = player.id if player else None
    if live.session_count >= host.limits.sockets_per_table or not doorkeeper.let_in(address, player_id):
        raise closing(TOO_MANY, "too_many", "There are too many connections already.", is_temporary=True)
    line = line_of(socket)
    session = Session(line, live, host, player)
    try:
        live.enter(session, hello.since)
        session.ping()
        line.listen(session)
        await end_of(socket, session)
    finally:
        doorkeeper.let_out(address, player_id)
        session.gone()


async def end_of(socket: WebSocket[Any, Any, Any], session: Session) -> None:
    """Return when the other side has closed the socket; Closing if we have to."""
    gone = asyncio.ensure_future(socket.receive())  # messages go to the session: nothing else comes this way
    try:
        await asyncio.wait((gone, session.ended), return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
    if session.ended.done():
        raise Closing(session.ended.result(), None)
