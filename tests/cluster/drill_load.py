"""The load of a drill: groups of clients that play one match after another through all nodes."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import httpx

from dottable.server.bot_client import TEMPORARY_REFUSALS
from dottable.table.events import Event, decode_event
from tests.cluster.drill_client import DrillClient
from tests.cluster.history import History
from tests.cluster.nodes import Node, asyncpg

GAMES = ("dot_tiles", "dots_72", "dots_52", "dot_allot", "dobble_connect")
PLAYERS, ONLOOKERS = 2, 1
"""Number of clients of each kind at one table."""
GAME_WITH_A_BOT = "dots_72"
"""Tables of this game have a bot at a third seat, so that the drill shows whether bots continue."""
REQUEST_TIMEOUT_S = 3.0
RETRY_S = 0.1
GO_ON_TIMEOUT_S = 30.0
LAG_INTERVAL_S = 0.05


class DrillApi:
    """Sends HTTP requests through random nodes and repeats them until a node executes them."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes
        self.http = httpx.AsyncClient(timeout=REQUEST_TIMEOUT_S)
        self.wrong_answers: Counter[str] = Counter()
        """Final refusals of correct requests, by status, code and sentence."""

    async def post(self, path: str, body: dict[str, Any], token: str | None = None) -> dict[str, Any]:
        """Return the answer of the first node that executes a request. Final refusals are counted."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        while True:
            node = random.choice(self.nodes)
            with contextlib.suppress(httpx.HTTPError):
                answer = await self.http.post(f"{node.url}/api/v1/{path}", json=body, headers=headers)
                if answer.status_code < 300:
                    return answer.json()
                is_temporary = answer.status_code == 409 and answer.json().get("code") in TEMPORARY_REFUSALS
                if answer.status_code < 500 and answer.status_code != 429 and not is_temporary:
                    self.wrong_answers[f"{answer.status_code} {answer.text[:200]}"] += 1
            await asyncio.sleep(RETRY_S)


class TableGroup:
    """Two players and an onlooker who play one match after another."""

    def __init__(self, load: DrillLoad, number: int) -> None:
        self.load = load
        self.number = number
        self.game = GAMES[number % len(GAMES)]
        self.tokens: list[str] = []
        self.table = ""
        self.clients: list[DrillClient] = []

    async def play_matches(self) -> None:
        """Play until the drill cancels this task."""
        for name in ("Ann", "Bo"):
            self.tokens.append((await self.load.api.post("players", {"name": name}))["token"])
        while True:
            await self._open_table()
            plays = [self._play(number, client) for number, client in enumerate(self.clients)]
            await asyncio.gather(*plays)

    async def _open_table(self) -> None:
        api, (host, guest) = self.load.api, self.tokens
        bots = ["newcomer"] if self.game == GAME_WITH_A_BOT else []
        request = {"game": self.game, "seats": PLAYERS + len(bots), "settings": {"pace": "quick"}}
        table = (await api.post("tables", request, host))["table"]
        await api.post(f"tables/{table}/commands", {"kind": "sit", "client_id": "sit"}, guest)
        for level in bots:
            await api.post(f"tables/{table}/commands", {"kind": "seatbot", "level": level, "client_id": "bot"}, host)
        await api.post(f"tables/{table}/commands", {"kind": "start", "client_id": "start"}, host)
        self.table = table
        self.load.tables.append(table)
        tokens = [*self.tokens, *[None] * ONLOOKERS]
        self.clients = [
            DrillClient(f"g{self.number}c{k}", table, token, self.load.nodes, self.load.history, self.load.pause_s)
            for k, token in enumerate(tokens)
        ]
        self.load.clients += self.clients

    async def _play(self, number: int, client: DrillClient) -> None:
        await client.play(self.load.nodes[(self.number + number) % len(self.load.nodes)])

    @property
    def progress(self) -> tuple[str, int]:
        """The current table, and the newest version that any of its clients has seen."""
        return self.table, max((client.version for client in self.clients), default=0)


class DrillLoad:
    """All groups of a drill, their history and their tables."""

    def __init__(self, nodes: list[Node], tables: int, pause_s: tuple[float, float]) -> None:
        self.nodes = nodes
        self.pause_s = pause_s
        self.history = History()
        self.api = DrillApi(nodes)
        self.groups = [TableGroup(self, number) for number in range(tables)]
        self.tables: list[str] = []
        self.clients: list[DrillClient] = []
        self.lags_s: list[float] = []

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Let all groups play during a `with` block. If a group fails, the drill fails."""
        tasks = [asyncio.create_task(group.play_matches()) for group in self.groups]
        tasks.append(asyncio.create_task(self._measure_lag()))
        try:
            await self.wait_until_all_go_on()
            yield
            for task in tasks:
                if task.done():
                    task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.api.http.aclose()

    async def _measure_lag(self) -> None:
        """Record how late this process wakes up, because this would look like a stall of the servers."""
        while True:
            due_s = monotonic() + LAG_INTERVAL_S
            await asyncio.sleep(LAG_INTERVAL_S)
            self.lags_s.append(monotonic() - due_s)

    async def wait_until_all_go_on(self) -> list[str]:
        """Wait until every group has made progress. Return the tables that did not within GO_ON_TIMEOUT_S."""
        before = [group.progress for group in self.groups]
        end_s = monotonic() + GO_ON_TIMEOUT_S
        waiting = list(range(len(self.groups)))
        while waiting and monotonic() < end_s:
            await asyncio.sleep(0.1)
            waiting = [k for k in waiting if self.groups[k].progress == before[k]]
        return [self.groups[k].table for k in waiting]


async def stored_logs(database: str, tables: Sequence[str]) -> dict[str, list[Event]]:
    """Return the stored events of tables. Their numbers must be 0, 1, 2, ... without gaps."""
    connection = await asyncpg.connect(database)
    logs: dict[str, list[Event]] = {}
    try:
        for table in tables:
            rows = await connection.fetch("SELECT n, body FROM events WHERE table_id = $1 ORDER BY n", table)
            assert [row["n"] for row in rows] == list(range(len(rows))), f"a number is missing at {table}"
            logs[table] = [decode_event(row["body"]) for row in rows]
    finally:
        await connection.close()
    return logs
