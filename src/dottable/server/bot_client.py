"""A client that lets a bot play at a table of a Dottable server. It reconnects after a failure."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from dottable.bots.bot import Choice, as_choice
from dottable.core.errors import DottableError
from dottable.server.backoff import Backoff, retry_after_s
from dottable.server.protocol.messages import PROTOCOL_VERSION

HTTP_TIMEOUT_S = 20
FINAL_STATUSES = {
    400: "The server does not understand the request",
    401: "The server does not accept the token",
    403: "The server denies access",
    404: "The server has no such table",
}
"""HTTP statuses after which another attempt cannot succeed, with the message for each."""
TEMPORARY_REFUSALS = frozenset({"restart", "busy", "store", "server", "too_fast"})
"""Codes of refusals after which the same command may succeed later."""
MAX_REFUSED_MOVES = 20
"""Number of refused moves in one position after which the client gives up."""


class BotPosition(NamedTuple):
    """The position at a seat's turn, as the server sends it: view, legal actions, time."""

    game: str
    seat: int
    view: dict[str, Any]
    legal: list[int]
    words: list[str]
    """Descriptions of the legal actions, in the same order; empty if there are more than 64."""
    now_ms: int
    deadline_ms: int | None


class NetworkBot(Protocol):
    """Protocol of a bot that plays over the network. A `Choice` also sets the delay before the action."""

    def choose(self, position: BotPosition) -> int | Choice: ...


class TableAddress(NamedTuple):
    """The URL of a server and the id of one of its tables."""

    server_url: str
    table_id: str

    @property
    def socket_url(self) -> str:
        return f"{self.server_url.replace('http', 'ws', 1)}/api/v1/tables/{self.table_id}/socket"


class AccessDenied(DottableError):
    """Raised when the server denies access, so that reconnecting would not help."""


def parse_table_url(url: str) -> TableAddress:
    """Return the address in the link of a table: http://HOST/table/ID."""
    parts = urlsplit(url)
    table = parts.path.rstrip("/").rpartition("/")[2]
    if parts.scheme not in ("http", "https") or not parts.netloc or not table:
        raise DottableError("Not the link of a table. Expected: http://HOST:PORT/table/ID.")
    return TableAddress(f"{parts.scheme}://{parts.netloc}", table)


async def create_player(server: str, name: str, note: Callable[[str], None] = print) -> str:
    """Create a player on a server and return its token. If the server cannot be reached, keep trying."""
    body = json.dumps({"name": name}).encode()
    request = urllib.request.Request(f"{server}/api/v1/players", body, {"content-type": "application/json"})
    backoff = Backoff(note)
    while True:
        try:
            return await asyncio.to_thread(request_token, request)
        except urllib.error.HTTPError as error:
            raise_if_final(error.code)
            wait_s = backoff.next_delay_s(
                f"The server at {server} is busy (status {error.code}).",
                retry_after_s(error.headers.get("retry-after")),
            )
        except OSError as error:
            cause = getattr(error, "reason", error)
            wait_s = backoff.next_delay_s(f"The server at {server} cannot be reached ({cause}).")
        except (ValueError, KeyError) as error:
            raise DottableError(f"The server at {server} did not create a player: {error}.") from None
        await asyncio.sleep(wait_s)


def request_token(request: urllib.request.Request) -> str:
    """Send a request for a new player and return its token."""
    with urllib.request.urlopen(request, timeout=HTTP_TIMEOUT_S) as answer:
        return str(json.load(answer)["token"])


def raise_if_final(status: int) -> None:
    """Raise AccessDenied if no other attempt can succeed after this HTTP status.

    Return after any other status, so that the caller tries again.
    """
    if status in FINAL_STATUSES:
        raise AccessDenied(f"{FINAL_STATUSES[status]} (status {status}).")


class BotClient:
    """Plays one match on a server with one bot."""

    def __init__(self, address: TableAddress, token: str, bot: NetworkBot, note: Callable[[str], None] = print) -> None:
        self.address = address
        self.token = token
        self.bot = bot
        self.note = note
        self.seat: int | None = None
        self.result: dict[str, Any] | None = None
        self._game = ""
        self._status = "open"
        self._position: dict[str, Any] | None = None
        self._refusals = 0
        self._ids = (f"{secrets.token_hex(4)}-{n}" for n in itertools.count())
        self._choosing: asyncio.Task[None] | None = None
        self._backoff = Backoff(note)

    async def play(self) -> dict[str, Any]:
        """Take a seat, play to the end, and return the result.

        Reconnect after every failure, except after a status in `FINAL_STATUSES` or a final `bye` message of the server.
        """
        while True:
            problem, at_least_s = "The server closed the connection.", 0.0
            try:
                async with connect(self.address.socket_url, max_size=None) as socket:
                    await self._run_connection(socket)
            except InvalidStatus as error:
                raise_if_final(error.response.status_code)
                problem = f"The server is busy (status {error.response.status_code})."
                at_least_s = retry_after_s(error.response.headers.get("retry-after"))
            except (OSError, EOFError, WebSocketException, TimeoutError) as error:
                problem = f"The connection failed ({error})."
            finally:
                self._stop_choosing()
            if self.result is not None:
                return self.result
            await asyncio.sleep(self._backoff.next_delay_s(problem, at_least_s))

    async def _run_connection(self, socket: ClientConnection) -> None:
        await self._send(socket, "hello", protocol=PROTOCOL_VERSION, token=self.token)
        async for text in socket:
            message = json.loads(text)
            await self._on_message(socket, message)
            if self.result is not None:
                return

    async def _on_message(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        kind = message["kind"]
        if kind == "ping":
            await self._send(socket, "pong", n=message["n"])
        elif kind == "welcome":
            self.seat = message["seat"]
        elif kind == "snapshot":
            self._backoff.reset()
            self._game = message["table"]["game"]
            await self._on_update(socket, message["table"])
        elif kind == "event":
            await self._on_update(socket, message["event"])
        elif kind == "refused":
            self._on_refused(message)
            if message["code"] != "restart":
                self._start_choosing(socket)
        elif kind == "bye" and not message["is_temporary"]:
            raise AccessDenied(message["sentence"])

    async def _on_update(self, socket: ClientConnection, update: dict[str, Any]) -> None:
        is_snapshot = "chat" in update
        self._status = update["status"]
        self.result = update.get("result") or None
        if update.get("position"):
            self._position = update["position"]
            self._refusals = 0
            self._start_choosing(socket)
        if is_snapshot and self._status == "open":
            await self._sit_down(socket)

    async def _sit_down(self, socket: ClientConnection) -> None:
        """Take a seat. After the next snapshot, report that the player is ready."""
        if self.seat is None:
            await self._send(socket, "sit", client_id=next(self._ids))
        else:
            await self._send(socket, "ready", client_id=next(self._ids))

    def _on_refused(self, message: dict[str, Any]) -> None:
        self.note(f"refused: {message['sentence']}")
        self._refusals += 1
        is_final = self.seat is None and message["code"] not in TEMPORARY_REFUSALS
        if is_final or self._refusals > MAX_REFUSED_MOVES:
            raise AccessDenied(message["sentence"])

    def _start_choosing(self, socket: ClientConnection) -> None:
        """Start choosing for the newest position and cancel an older choice."""
        self._stop_choosing()
        position = self._position
        if position is not None and self.seat in position["to_act"] and position["legal"]:
            self._choosing = asyncio.create_task(self._choose(socket, position))

    async def _choose(self, socket: ClientConnection, update: dict[str, Any]) -> None:
        fields = ("view", "legal", "words", "now_ms", "deadline_ms")
        position = BotPosition(self._game, self.seat or 0, *(update[field] for field in fields))
        choice = as_choice(await asyncio.to_thread(self.bot.choose, position))
        if choice.after_ms > 0:
            await asyncio.sleep(choice.after_ms / 1000)
        with suppress(ConnectionClosed):  # the server sends the position again after the reconnect
            await self._send(socket, "move", action=choice.action, client_id=next(self._ids))

    def _stop_choosing(self) -> None:
        choosing, self._choosing = self._choosing, None
        if choosing is None:
            return
        if choosing.done() and not choosing.cancelled() and choosing.exception() is not None:
            raise DottableError(f"The bot failed: {choosing.exception()}")
        choosing.cancel()

    async def _send(self, socket: ClientConnection, kind: str, **fields: Any) -> None:
        await socket.send(json.dumps({"kind": kind, **fields}))
