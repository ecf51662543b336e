"""A program that takes a seat at a table of any Dottable server, like a person, and comes back when cut off."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from dottable.bots.bot import Choice, as_choice
from dottable.core.errors import DottableError
from dottable.server.messages import PROTOCOL

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 5.0
PATIENCE_S = 20
MOST_REFUSALS = 20


class Position(NamedTuple):
    """What a network bot gets: the server's own words, nothing more."""

    game: str
    seat: int
    view: dict[str, Any]
    legal: list[int]
    words: list[str]
    """The legal actions in words, in the same order; empty if there are very many."""
    now_ms: int
    deadline_ms: int | None


class NetworkBot(Protocol):
    """Anyone's bot: a class with one method. It may also name the time after which it acts, as a Choice."""

    def choose(self, position: Position) -> int | Choice: ...


class Address(NamedTuple):
    """A server and a table of it."""

    server: str
    table: str

    @property
    def socket(self) -> str:
        return f"{self.server.replace('http', 'ws', 1)}/api/v1/tables/{self.table}/socket"


class TurnedAway(DottableError):
    """The server does not want us here; coming back would not help."""


def read_address(url: str) -> Address:
    """The link of a table, as people send it: http://HOST/table/ID."""
    parts = urlsplit(url)
    table = parts.path.rstrip("/").rpartition("/")[2]
    if parts.scheme not in ("http", "https") or not parts.netloc or not table:
        raise DottableError("Give the link of a table: http://HOST:PORT/table/ID.")
    return Address(f"{parts.scheme}://{parts.netloc}", table)


def come_in(server: str, name: str) -> str:
    """A token for a new guest."""
    body = json.dumps({"name": name}).encode()
    request = urllib.request.Request(f"{server}/api/v1/players", body, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return str(json.load(answer)["token"])
    except (OSError, ValueError, KeyError) as error:
        raise DottableError(f"The server at {server} does not let us in: {error}.") from None


class Visitor:
    """One bot at one table, until the match is over."""

    def __init__(self, address: Address, token: str, bot: NetworkBot, note: Callable[[str], None] = print) -> None:
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
        self._thinking: asyncio.Task[None] | None = None

    async def play(self) -> dict[str, Any]:
        """Take a seat, play to the end, and return the result."""
        pause_s = FIRST_PAUSE_S
        while self.result is None:
            try:
                async with connect(self.address.socket, max_size=None) as socket:
                    await self._attend(socket)
                    pause_s = FIRST_PAUSE_S
            except InvalidStatus as error:
                raise TurnedAway(f"The server refuses the connection ({error.response.status_code}).") from None
            except (OSError, WebSocketException, TimeoutError):
                pass
            finally:
                self._stop_thinking()
            if self.result is None:
                await asyncio.sleep(pause_s * random.uniform(0.5, 1.0))
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
        return self.result

    async def _attend(self, socket: ClientConnection) -> None:
        await self._send(socket, "hello", protocol=PROTOCOL, token=self.token)
        async for text in socket:
            message = json.loads(text)
            await self._hear(socket, message)
            if self.result is not None:
                return

    async def _hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        kind = message["kind"]
        if kind == "ping":
            await self._send(socket, "pong", n=message["n"])
        elif kind == "welcome":
            self.seat = message["seat"]
        elif kind == "snapshot":
            self._game = message["table"]["game"]
            await self._see(socket, message["table"])
        elif kind == "event":
            await self._see(socket, message["event"])
        elif kind == "refused":
            self._refused(message)
            self._think(socket)
        elif kind == "bye" and not message["is_temporary"]:
            raise TurnedAway(message["sentence"])

    async def _see(self, socket: ClientConnection, told: dict[str, Any]) -> None:
        is_snapshot = "sayings" in told
        self._status = told["status"]
        self.result = told.get("result") or None
        if told.get("position"):
            self._position = told["position"]
            self._refusals = 0
            self._think(socket)
        if is_snapshot and self._status == "open":
            await self._settle_down(socket)

    async def _settle_down(self, socket: ClientConnection) -> None:
        """Sit first; the snapshot that follows finds us seated, and we are ready."""
        if self.seat is None:
            await self._send(socket, "sit", client_id=next(self._ids))
        else:
            await self._send(socket, "ready", client_id=next(self._ids))

    def _refused(self, message: dict[str, Any]) -> None:
        self.note(f"refused: {message['sentence']}")
        self._refusals += 1
        if self.seat is None or self._refusals > MOST_REFUSALS:
            raise TurnedAway(message["sentence"])

    def _think(self, socket: ClientConnection) -> None:
        """Choose for the newest position; an older thought is dropped."""
        self._stop_thinking()
        position = self._position
        if position is not None and self.seat in position["to_act"] and position["legal"]:
            self._thinking = asyncio.create_task(self._choose(socket, position))

    async def _choose(self, socket: ClientConnection, told: dict[str, Any]) -> None:
        fields = ("view", "legal", "words", "now_ms", "deadline_ms")
        position = Position(self._game, self.seat or 0, *(told[field] for field in fields))
        choice = as_choice(await asyncio.to_thread(self.bot.choose, position))
        if choice.after_ms > 0:
            await asyncio.sleep(choice.after_ms / 1000)
        await self._send(socket, "move", action=choice.action, client_id=next(self._ids))

    def _stop_thinking(self) -> None:
        thinking, self._thinking = self._thinking, None
        if thinking is None:
            return
        if thinking.done() and not thinking.cancelled() and thinking.exception() is not None:
            raise DottableError(f"The bot failed: {thinking.exception()}")
        thinking.cancel()

    async def _send(self, socket: ClientConnection, kind: str, **fields: Any) -> None:
        await socket.send(json.dumps({"kind": kind, **fields}))
