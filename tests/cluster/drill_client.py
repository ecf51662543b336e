"""A client of a drill: plays random legal moves, retries, changes nodes, and records its history."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from dottable.server.bot_client import TEMPORARY_REFUSALS
from tests.cluster.history import History, SeenUpdate, SentMove, seen_event, seen_snapshot
from tests.cluster.nodes import Node

OPEN_TIMEOUT_S = 1.0
ANSWER_TIMEOUT_S = 4.0
"""Time in seconds without an answer to a move after which the client connects to another node."""
SILENCE_TIMEOUT_S = 8.0
"""Time in seconds without any message after which the client requests a snapshot, and then connects to another node."""
RETRY_S = (0.05, 0.15)
MAX_REFUSALS_AT_NODE = 3
"""Number of consecutive temporary refusals after which the client connects to another node."""


class DrillClient:
    """A player or onlooker of one table. Without a token it is an onlooker and only watches."""

    def __init__(
        self,
        name: str,
        table: str,
        token: str | None,
        nodes: list[Node],
        history: History,
        pause_s: tuple[float, float],
    ) -> None:
        self.name, self.table, self.token, self.nodes, self.history = name, table, token, nodes, history
        self.pause_s = pause_s
        self.rng = random.Random(name + table)
        self.node = nodes[0]
        self.version = 0
        self.seat: int | None = None
        self.position: dict[str, Any] | None = None
        self.pending: SentMove | None = None
        self.is_over = False
        self.connections = 0
        self.count = 0
        self.last_change_s = monotonic()
        """When the last event or snapshot with a new version arrived."""
        self._refusals = 0
        self._thinking: asyncio.Task[None] | None = None
        self._heard_s = monotonic()

    # Connections

    async def play(self, first: Node) -> None:
        """Play until the match is over. After every failed connection, connect to another node."""
        self.node = first
        try:
            while not self.is_done:
                await self._connect_and_play()
        finally:
            self._stop_thinking()

    @property
    def is_done(self) -> bool:
        """Whether the match is over and every move has its answer."""
        return self.is_over and self.pending is None

    async def _connect_and_play(self) -> None:
        """Play over one connection. After its end, choose another node."""
        url = f"ws://127.0.0.1:{self.node.port}/api/v1/tables/{self.table}/socket"
        with contextlib.suppress(OSError, WebSocketException, TimeoutError, EOFError):
            async with connect(
                url,
                compression=None,
                max_size=None,
                open_timeout=OPEN_TIMEOUT_S,
                close_timeout=0.1,
                ping_interval=None,
            ) as socket:
                await self._run_connection(socket)
        self._stop_thinking()
        if not self.is_done:
            await asyncio.sleep(self.rng.uniform(*RETRY_S))
            self.node = self.rng.choice([node for node in self.nodes if node is not self.node] or self.nodes)

    async def _run_connection(self, socket: ClientConnection) -> None:
        self.connections += 1
        self._refusals = 0
        self._heard_s = monotonic()
        hello: dict[str, Any] = {"kind": "hello", "protocol": 2}
        hello |= {"token": self.token} if self.token else {}
        hello |= {"since": self.version} if self.version else {}
        await socket.send(json.dumps(hello))
        watch = asyncio.create_task(self._watch(socket))
        try:
            if self.pending is not None:
                await self._send_pending(socket)
            async for text in socket:
                self._heard_s = monotonic()
                await self._on_message(socket, json.loads(text))
                if self.is_done:
                    return
        finally:
            watch.cancel()

    async def _watch(self, socket: ClientConnection) -> None:
        """Close a connection that does not answer, so that the client connects to another node."""
        asked = False
        connected_s = monotonic()
        while True:
            await asyncio.sleep(0.1)
            now = monotonic()
            if self.pending is not None and now - max(self.pending.sent_s, connected_s) > ANSWER_TIMEOUT_S:
                break
            quiet_s = now - self._heard_s
            if quiet_s > SILENCE_TIMEOUT_S + ANSWER_TIMEOUT_S:
                break
            if quiet_s > SILENCE_TIMEOUT_S and not asked:
                asked = True
                await socket.send('{"kind":"refresh"}')
            elif quiet_s < SILENCE_TIMEOUT_S:
                asked = False
        socket.transport.abort()

    # Messages

    async def _on_message(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        kind = message["kind"]
        where = {
            "table": self.table,
            "client": self.name,
            "connection": self.connections,
            "node": self.node.name,
            "at_s": monotonic(),
        }
        if kind == "ping":
            await socket.send(json.dumps({"kind": "pong", "n": message["n"]}))
        elif kind == "welcome":
            self.seat = message["seat"]
        elif kind == "snapshot":
            self._on_update(message["table"], seen_snapshot(message["table"], **where))
        elif kind == "event":
            self._on_update(message["event"], seen_event(message["event"], **where))
        elif kind in ("ack", "refused"):
            await self._on_answer(socket, message)
        self._think(socket)

    def _on_update(self, update: dict[str, Any], seen: SeenUpdate) -> None:
        self.history.updates.append(seen)
        if seen.version > self.version:
            self.last_change_s = seen.at_s
        self.version = seen.version
        if update.get("position") is not None:
            self.position = update["position"]
        self.is_over = update["status"] in ("over", "aborted")

    async def _on_answer(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        move = self.pending
        if move is None or message["client_id"] != move.client_id:
            return
        if message["kind"] == "refused" and message["code"] in TEMPORARY_REFUSALS:
            move.temporary.append(message["code"])
            self._refusals += 1
            await asyncio.sleep(self.rng.uniform(*RETRY_S))
            if self._refusals >= MAX_REFUSALS_AT_NODE:
                socket.transport.abort()
            else:
                await self._send_pending(socket)
            return
        self._refusals = 0
        move.answered_s = monotonic()
        if message["kind"] == "ack":
            move.version = message["version"]
        else:
            move.refusal = message["code"]
        self.pending = None

    # Moves

    def _think(self, socket: ClientConnection) -> None:
        """Start to think about a move, if this seat is to act and no move is pending or planned."""
        is_thinking = self._thinking is not None and not self._thinking.done()
        if self.seat is not None and self.pending is None and not is_thinking and self._may_move():
            self._thinking = asyncio.create_task(self._move_after_pause(socket))

    def _may_move(self) -> bool:
        position = self.position
        return not self.is_over and position is not None and self.seat in position["to_act"] and bool(position["legal"])

    async def _move_after_pause(self, socket: ClientConnection) -> None:
        await asyncio.sleep(self.rng.uniform(*self.pause_s))
        if self.pending is not None or not self._may_move():
            return
        assert self.position is not None
        self.count += 1
        action = self.rng.choice(self.position["legal"])
        self.pending = SentMove(self.table, self.name, f"{self.name}-{self.count}", action, monotonic())
        self.history.moves.append(self.pending)
        with contextlib.suppress(WebSocketException):
            await self._send_pending(socket)

    async def _send_pending(self, socket: ClientConnection) -> None:
        if self.pending is not None:
            self.pending.nodes.append(self.node.name)
            move = {"kind": "move", "client_id": self.pending.client_id, "action": self.pending.action}
            await socket.send(json.dumps(move))

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
