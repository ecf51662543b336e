"""Plays at many tables while the server is killed and restarted, and records all acknowledged moves."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

GAMES = ("dot_tiles", "dots_72", "dots_52", "dot_allot", "dobble_connect")
SEATS = 3
MAX_PAUSE_S = 0.15
START_TIMEOUT_S = 120


class ServerProcess:
    """`dottable serve` in a child process with a fixed port."""

    def __init__(self, store: str, data: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.command = [sys.executable, "-m", "dottable", "serve", "--port", str(self.port), "--store", store]
        self.data = data
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self.data / "err").open("ab") as err:
            self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=err)

    def kill(self) -> None:
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(30)

    async def wait_until_up(self, http: httpx.AsyncClient) -> None:
        """Return once the server answers."""
        for _ in range(int(START_TIMEOUT_S / 0.05)):
            with contextlib.suppress(httpx.HTTPError):
                if (await http.get("/health")).status_code == 200:
                    return
            await asyncio.sleep(0.05)
        raise AssertionError(f"the server did not come up: {(self.data / 'err').read_text()[-2000:]}")


class Client:
    """A client that reconnects after every failure and resends unacknowledged moves."""

    def __init__(self, drill: KillDrill, table: str, token: str, name: str) -> None:
        self.drill, self.table, self.token, self.name = drill, table, token, name
        self.pending: dict[str, Any] | None = None
        self.position: dict[str, Any] | None = None
        self.seat: int | None = None
        self.version = 0
        self.count = 0
        self.rng = random.Random(name)
        self.reconnects = 0

    async def play_and_reconnect(self) -> None:
        url = f"ws://127.0.0.1:{self.drill.server.port}/api/v1/tables/{self.table}/socket"
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(url, compression=None, max_size=None, open_timeout=5) as connection:
                    await self.run_connection(connection)
            self.reconnects += 1
            await asyncio.sleep(self.rng.uniform(0.02, 0.2))

    async def run_connection(self, connection: Any) -> None:
        since = {"since": self.version} if self.version else {}
        await connection.send(json.dumps({"kind": "hello", "protocol": 2, "token": self.token, **since}))
        if self.pending:
            await connection.send(json.dumps(self.pending))
        async for text in connection:
            message = json.loads(text)
            kind = message["kind"]
            if kind == "ping":
                await connection.send(json.dumps({"kind": "pong", "n": message["n"]}))
                continue
            if kind == "welcome":
                self.seat = message["seat"]
            elif kind in ("ack", "refused"):
                self.on_answer(message)
            elif kind in ("snapshot", "event"):
                self.on_update(kind, message.get("table") or message["event"])
            await self.move_if_to_act(connection)

    def on_update(self, kind: str, update: dict[str, Any]) -> None:
        if kind == "event" and self.version and update["version"] > self.version + 1:
            self.drill.gaps.append((self.table, self.version, update["version"]))
        self.version = max(self.version, update["version"])
        self.position = None if update.get("result") else update.get("position") or self.position

    def on_answer(self, message: dict[str, Any]) -> None:
        if self.pending is None or message["client_id"] != self.pending["client_id"]:
            return
        if message["kind"] == "ack":
            key = (self.table, self.pending["client_id"], self.pending["action"])
            self.drill.acked[key].add(message["version"])
        self.pending = None

    async def move_if_to_act(self, connection: Any) -> None:
        """Move if this seat is to act and no move is pending."""
        position = self.position
        if self.pending or position is None or self.seat not in position["to_act"] or not position["legal"]:
            return
        await asyncio.sleep(self.rng.uniform(0, MAX_PAUSE_S))
        self.count += 1
        action = self.rng.choice(position["legal"])
        self.pending = {"kind": "move", "client_id": f"{self.name}-{self.count}", "action": action}
        await connection.send(json.dumps(self.pending))


class KillDrill:
    """The tables, their clients, and all acknowledged moves."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.acked: defaultdict[tuple[str, str, int], set[int]] = defaultdict(set)
        self.gaps: list[tuple[str, int, int]] = []
        self.clients: list[Client] = []
        self.tables: list[str] = []

    async def run(self, tables: int, kills: int, between_s: float) -> None:
        """Play while the server is killed and restarted, then check that every match continues."""
        self.server.start()
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.server.port}", timeout=START_TIMEOUT_S) as http:
            await self.server.wait_until_up(http)
            for k in range(tables):
                await self.open_table(http, GAMES[k % len(GAMES)], k)
            client_tasks = [asyncio.create_task(client.play_and_reconnect()) for client in self.clients]
            for _ in range(kills):
                await asyncio.sleep(between_s * random.uniform(0.5, 1.5))
                self.server.kill()
                self.server.start()
                await self.server.wait_until_up(http)
            await self.wait_until_all_continue(http)
            for task in client_tasks:
                task.cancel()
            await asyncio.gather(*client_tasks, return_exceptions=True)
        self.server.stop()

    async def open_table(self, http: httpx.AsyncClient, game: str, k: int) -> None:
        tokens = []
        for seat in range(SEATS):
            answer = await http.post("/api/v1/players", json={"name": f"P{seat}"})
            tokens.append(answer.json()["token"])
        owner = {"authorization": f"Bearer {tokens[0]}"}
        answer = await http.post("/api/v1/tables", json={"game": game, "seats": SEATS}, headers=owner)
        table = answer.json()["table"]
        for token in tokens[1:]:
            headers = {"authorization": f"Bearer {token}"}
            await http.post(f"/api/v1/tables/{table}/commands", json={"kind": "sit"}, headers=headers)
        await http.post(f"/api/v1/tables/{table}/commands", json={"kind": "start"}, headers=owner)
        self.tables.append(table)
        self.clients += [Client(self, table, token, f"t{k}p{seat}") for seat, token in enumerate(tokens)]

    async def wait_until_all_continue(self, http: httpx.AsyncClient) -> None:
        """Wait until every unfinished match has made another move."""
        before = {table: (await self.version_and_status(http, table)) for table in self.tables}
        for table, (version, status) in before.items():
            for _ in range(1200):
                now, status = await self.version_and_status(http, table)
                if status != "live" or now > version:
                    break
                await asyncio.sleep(0.05)
            else:
                raise AssertionError(f"table {table} did not go on")

    async def version_and_status(self, http: httpx.AsyncClient, table: str) -> tuple[int, str]:
        seen = (await http.get(f"/api/v1/tables/{table}")).json()
        return seen["version"], seen["status"]


def check_acknowledged_moves(drill: KillDrill, events_of: dict[str, list[Any]]) -> Counter[str]:
    """Check that every acknowledged move is stored exactly once, at the acknowledged version."""
    from dottable.table.events import Moved
    from dottable.table.table import Table

    counts: Counter[str] = Counter(acked=len(drill.acked), reconnects=sum(c.reconnects for c in drill.clients))
    for table, events in events_of.items():
        Table.restore(table, events, now=0)  # the whole log can be replayed
        moves = [(n, event) for n, event in enumerate(events, start=1) if isinstance(event, Moved)]
        found = Counter(event.client_id for _, event in moves if event.client_id)
        assert all(times == 1 for times in found.values()), f"a move happened twice at {table}"
        placed = {event.client_id: (n, event.action) for n, event in moves}
        for (where, client_id, action), versions in drill.acked.items():
            if where == table:
                assert placed.get(client_id) == (min(versions), action), (
                    f"{client_id} was acknowledged but is not there"
                )
                assert len(versions) == 1
        counts["moves"] += len(moves)
    assert not drill.gaps
    return counts
