"""The application: every route, and everything they share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any

from litestar import Litestar, get
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp

from dottable import __version__
from dottable.server import archive, catalogue, guests, lobby, messages, web
from dottable.server.doorkeeper import Doorkeeper
from dottable.server.health import show_health, show_metrics
from dottable.server.host import Host
from dottable.server.limits import Limits, Meter
from dottable.server.metrics import Metrics
from dottable.server.page import show_api
from dottable.server.players import Players
from dottable.server.problems import HANDLERS
from dottable.server.safety import Safety
from dottable.server.sockets import play_table
from dottable.store import Store, open_store

LAST_WORDS_S = 0.2
ROUTES: list[Any] = [
    catalogue.router,
    guests.router,
    lobby.router,
    archive.router,
    play_table,
    show_health,
    show_metrics,
    *web.ROUTES,
    show_api,
]


class Door:
    """The application with its host, for whoever runs it."""

    def __init__(self, store: Store, limits: Limits, origins: frozenset[str]) -> None:
        self.store = store
        self.limits = limits
        self.metrics = Metrics()
        self.host: Host | None = None
        self.on_ready: Callable[[], None] = lambda: None
        self.litestar = self._litestar()
        meter = Meter(limits.requests_per_s, limits.requests_burst, perf_counter)
        self.app: ASGIApp = Safety(self.litestar, origins, meter)

    def _litestar(self) -> Litestar:
        return Litestar(
            [*ROUTES, show_messages],
            dependencies=self._dependencies(),
            exception_handlers=HANDLERS,
            request_max_body_size=self.limits.body_bytes,
            openapi_config=OpenAPIConfig(
                "Dottable",
                __version__,
                path="/api/schema",
                render_plugins=[JsonRenderPlugin()],
                use_handler_docstrings=True,
                components=Components(security_schemes={"token": SecurityScheme("http", scheme="bearer")}),
            ),
            logging_config=None,
            debug=False,
        )

    def _dependencies(self) -> dict[str, Provide]:
        limits = self.limits
        shared: dict[str, Any] = {
            "doorkeeper": Doorkeeper(limits),
            "guest_meter": Meter(limits.guests_per_s, limits.guests_burst, perf_counter),
            "table_meter": Meter(limits.tables_per_s, limits.tables_burst, perf_counter),
        }
        found = {name: Provide(giving(thing), sync_to_thread=False) for name, thing in shared.items()}
        found["host"] = Provide(lambda: self.host, sync_to_thread=False)
        found["players"] = Provide(lambda: self.players, sync_to_thread=False)
        found["player"] = Provide(guests.provide_player)
        found["viewer"] = Provide(guests.provide_viewer)
        return found

    async def open(self) -> None:
        """Start the store and bring back every live table; DottableError if the store cannot be used."""
        await self.store.start()
        self.host = Host(self.store, self.limits, self.metrics)
        self.players = Players(self.store, self.host.clock_ms)
        await self.host.open()

    async def close(self) -> None:
        """Finish what is under way and let go of everything."""
        if self.host is not None:
            await self.host.close()
        await self.store.close()

    async def say_goodbye(self) -> None:
        """Tell every socket that the server stops, and give that a moment to arrive."""
        if self.host is not None:
            self.host.say_goodbye()
            await asyncio.sleep(LAST_WORDS_S)


def giving(thing: Any) -> Callable[[], Any]:
    return lambda: thing


@get("/api/v1/messages", sync_to_thread=True)
def show_messages() -> dict[str, Any]:
    """JSON Schema of the socket's messages and of every game's view, to generate types from."""
    return messages.schema()


def open_door(store: str, *, limits: Limits | None = None, origins: frozenset[str] = frozenset()) -> Door:
    """The application over a store, still to be started."""
    return Door(open_store(store), limits or Limits(), origins)
