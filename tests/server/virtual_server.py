"""A server without sockets on a virtual clock: requests come from any address, and hours pass at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import httpx

from dottable.server.access.limits import Limits
from dottable.server.app import Application
from dottable.server.configuration.settings import ServerConfig
from dottable.server.lifetimes.retention import prune_old_data
from dottable.store import open_store

STARTED_AT = 1_800_000_000_000
SETTLE_ITERATIONS = 3


class VirtualClock:
    """A clock that moves only when a test sets it."""

    def __init__(self, at_ms: int = STARTED_AT) -> None:
        self.at_ms = at_ms

    def ms(self) -> int:
        return self.at_ms

    def seconds(self) -> float:
        return self.at_ms / 1000


class VirtualApplication(Application):
    """An application on a virtual clock."""

    def __init__(self, store: Path | str, limits: Limits, clock: VirtualClock) -> None:
        self.clock_s = clock.seconds
        self.clock_ms = clock.ms
        super().__init__(open_store(store), ServerConfig(limits=limits, compile_rules=False))


class VirtualServer:
    """A running application and its clock."""

    def __init__(self, application: VirtualApplication, clock: VirtualClock) -> None:
        self.application = application
        self.clock = clock
        self._clients: dict[str, httpx.AsyncClient] = {}

    @property
    def host(self):
        assert self.application.host is not None
        return self.application.host

    def client(self, address: str) -> httpx.AsyncClient:
        """Return the HTTP client for an address, which all guests of the address share."""
        if address not in self._clients:
            transport = httpx.ASGITransport(cast("Any", self.application.app), client=(address, 40_000))
            self._clients[address] = httpx.AsyncClient(transport=transport, base_url="http://localhost")
        return self._clients[address]

    def guest(self, address: str) -> Guest:
        return Guest(self, address)

    async def advance(self, seconds: float) -> None:
        """Advance the clock, then run the sweep over tables that the server runs every minute."""
        self.clock.at_ms += int(seconds * 1000)
        await self.host.sweeper.sweep()
        await self.settle()

    async def prune(self):
        """Prune old data, as the server does every ten minutes."""
        return await prune_old_data(self.host.store, self.host.limits, self.clock.ms())

    async def settle(self) -> None:
        """Wait until every table has stored its pending events."""
        for _ in range(SETTLE_ITERATIONS):
            await asyncio.gather(*(live.wait_for_inbox() for live in list(self.host.live.values())))
            await self.host.search_rows.wait_for_updates()
            await asyncio.sleep(0)


class Guest:
    """A client at one address, with the token of the last player it created."""

    def __init__(self, server: VirtualServer, address: str) -> None:
        self.http = server.client(address)
        self.token = ""
        self.id = ""

    async def request(self, method: str, path: str, body: Any = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return await self.http.request(method, f"/api/v1{path}", json=body, headers=headers)

    async def sign_up(self, name: str = "Guest") -> httpx.Response:
        answer = await self.request("POST", "/players", {"name": name})
        if answer.status_code == 201:
            self.token, self.id = answer.json()["token"], answer.json()["id"]
        return answer

    async def open_table(self, game: str = "dot_tiles", **fields: Any) -> httpx.Response:
        return await self.request("POST", "/tables", {"game": game, **fields})

    async def command(self, table: str, kind: str, **fields: Any) -> httpx.Response:
        return await self.request("POST", f"/tables/{table}/commands", {"kind": kind, **fields})

    async def show(self, table: str) -> dict[str, Any]:
        return (await self.request("GET", f"/tables/{table}")).json()


@asynccontextmanager
async def virtual_server(
    store: Path | str, limits: Limits | None = None, clock: VirtualClock | None = None
) -> AsyncIterator[VirtualServer]:
    """Run an application over a store until the end of the block."""
    clock = clock or VirtualClock()
    application = VirtualApplication(store, limits or Limits(), clock)
    await application.open()
    try:
        yield VirtualServer(application, clock)
    finally:
        await application.close()
