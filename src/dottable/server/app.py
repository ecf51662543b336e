"""The ASGI application: all routes and their shared dependencies."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any

from litestar import Litestar, get
from litestar.config.cors import CORSConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp

from dottable import __version__
from dottable.server.access.connection_limits import ConnectionLimits
from dottable.server.access.host_header_check import allowed_host_names
from dottable.server.access.limits import RateLimiter
from dottable.server.access.log_import_limiter import LogImportLimiter
from dottable.server.access.player_registry import PlayerRegistry
from dottable.server.access.request_log import RequestLog
from dottable.server.access.security_middleware import SecurityMiddleware
from dottable.server.access.shared_rate_limiter import SharedRateLimiter, SharedRates
from dottable.server.access.shutdown_middleware import ShutdownMiddleware
from dottable.server.cluster.claim_or_join import (
    CLUSTER_COMMAND_TIMEOUT_S,
    StoreClaim,
    check_cluster_config,
    claim_store,
    create_node,
)
from dottable.server.configuration.settings import ServerConfig
from dottable.server.live.table_host import TableHost
from dottable.server.monitoring.event_loop_lag import EventLoopLag
from dottable.server.monitoring.metrics import Metrics
from dottable.server.monitoring.prometheus_collector import create_registry
from dottable.server.monitoring.store_probe import StoreProbe
from dottable.server.protocol import messages
from dottable.server.routes import games, matches, players, preview_pictures, puzzles, reviews, tables, web_client
from dottable.server.routes.errors import EXCEPTION_HANDLERS
from dottable.server.routes.health import MetricsAccess, show_health, show_liveness, show_metrics
from dottable.server.routes.json_request import JsonRequest
from dottable.server.routes.plain_pages import show_api
from dottable.server.routes.table_socket import play_table
from dottable.server.sandbox.sandbox import Sandbox
from dottable.server.study.daily_puzzles import DailyPuzzles
from dottable.server.study.reviews import Reviews
from dottable.server.study.study_workers import WORKER_MODULE, StudyWorkers
from dottable.store import Store, open_store

SECONDS_PER_DAY = 24 * 3600
SHUTDOWN_NOTICE_WAIT_S = 0.2
"""Time in seconds to send the last messages before connections close."""
ROUTES: list[Any] = [
    games.router,
    players.router,
    tables.router,
    matches.router,
    reviews.router,
    puzzles.router,
    play_table,
    show_liveness,
    show_health,
    show_metrics,
    preview_pictures.show_link_preview_picture,
    *web_client.ROUTES,
    show_api,
]


class Application:
    """The ASGI application with its store and table host."""

    clock_s: Callable[[], float] = staticmethod(perf_counter)
    """Clock of the rate limits in seconds; tests replace it in a subclass."""
    clock_ms: Callable[[], int] | None = None
    """Clock of tables in ms since the Unix epoch; None for the system clock."""
    study_worker_module: str = WORKER_MODULE
    """Program of the processes that make reviews; tests replace it."""

    def __init__(self, store: Store, config: ServerConfig) -> None:
        self.store = store
        self.config = config
        self.limits = config.limits
        self.metrics = Metrics()
        self.registry = create_registry(self.metrics, store.statistics)
        self.connection_limits = ConnectionLimits(config.limits)
        self.shared_rates = SharedRates()
        self.host: TableHost | None = None
        self.on_ready: Callable[[], None] = lambda: None
        self.on_drain_requested: Callable[[], None] = lambda: None
        """Called when the operator asks this node of a cluster to drain and stop."""
        self._presence: StoreClaim | None = None
        self.litestar = self._build_litestar(config.origins)
        host_names = allowed_host_names(config.host, config.host_names)
        checked = SecurityMiddleware(self.litestar, config.origins, self._rate_limiter("requests"), host_names)
        answering = ShutdownMiddleware(checked, self.is_stopping)
        self.app: ASGIApp = RequestLog(answering, self.metrics, is_logging=config.access_log)

    def _build_litestar(self, origins: frozenset[str]) -> Litestar:
        return Litestar(
            [*ROUTES, show_message_schema],
            dependencies=self._dependencies(),
            exception_handlers=EXCEPTION_HANDLERS,
            request_class=JsonRequest,
            cors_config=cors_config(origins) if origins else None,
            request_max_body_size=self.limits.max_body_bytes,
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
        shared: dict[str, Any] = {
            "connection_limits": self.connection_limits,
            "player_limiter": SharedRateLimiter(
                self.shared_rates,
                "new_players",
                self.limits.new_players_per_s,
                self.limits.new_players_burst,
                self.clock_s,
                self.metrics.refusal_callback("new_players_per_s"),
            ),
            "log_import_limiter": LogImportLimiter(
                self.limits, self.clock_s, self.metrics.record_refusal, self.shared_rates
            ),
            "daily_player_limiter": SharedRateLimiter(
                self.shared_rates,
                "new_players_per_day",
                self.limits.new_players_per_day / SECONDS_PER_DAY,
                self.limits.new_players_per_day,
                self.clock_s,
                self.metrics.refusal_callback("new_players_per_day"),
            ),
        }
        provided = {name: Provide(constant_provider(value), sync_to_thread=False) for name, value in shared.items()}
        provided["host"] = Provide(lambda: self.host, sync_to_thread=False)
        provided["sandbox"] = Provide(lambda: self.sandbox, sync_to_thread=False)
        provided["reviews"] = Provide(lambda: self.reviews, sync_to_thread=False)
        provided["daily_puzzles"] = Provide(lambda: self.daily_puzzles, sync_to_thread=False)
        provided["players"] = Provide(lambda: self.players, sync_to_thread=False)
        provided["metrics_access"] = Provide(
            constant_provider(MetricsAccess(self.registry, self.config.metrics_token)), sync_to_thread=False
        )
        provided["store_probe"] = Provide(lambda: self.store_probe, sync_to_thread=False)
        provided["player"] = Provide(players.provide_player)
        provided["viewer"] = Provide(players.provide_optional_player)
        return provided

    def _rate_limiter(self, name: str) -> RateLimiter:
        """Return a rate limiter with the limits `NAME_per_s` and `NAME_burst`. Refusals are counted in the metrics."""
        per_s, burst = getattr(self.limits, f"{name}_per_s"), getattr(self.limits, f"{name}_burst")
        return RateLimiter(per_s, burst, self.clock_s, self.metrics.refusal_callback(f"{name}_per_s"))

    async def open(self) -> None:
        """Start the store and restore all live tables. Raise DottableError if the store cannot be used."""
        check_cluster_config(self.config)
        await self.store.start()
        self._presence = await claim_store(self.store, self.config)
        self.host = TableHost(
            self.store,
            self.limits,
            self.metrics,
            self.clock_ms,
            self.clock_s,
            compiles_rules=self.config.compile_rules,
            shared_rates=self.shared_rates,
        )
        self.sandbox = Sandbox(self.limits, self.metrics.record_refusal)
        workers = StudyWorkers(self.limits, self.study_worker_module)
        self.reviews = Reviews(self.store, workers, self.limits, self.host.clock_ms, self.metrics.record_refusal)
        self.daily_puzzles = DailyPuzzles(self.store, workers, self.host.clock_ms)
        self.players = PlayerRegistry(self.store, self.host.clock_ms)
        self.players.on_revoked = self.connection_limits.close_revoked
        self.host.forget_player = self.players.remove_from_cache
        self.store_probe = StoreProbe(self.store, self.host.clock_ms)
        if self.config.bus:
            self.host.cluster = create_node(self.host, self.players, self.connection_limits, self.config)
            self.host.cluster.on_drain_requested = self.on_drain_requested
            self.sandbox.shared_slot = self.host.cluster.limits.reserve_check_slot
        await self.host.restore_tables()
        self.event_loop_lag = EventLoopLag(self.host.loop, self.metrics.event_loop_lag_s)
        self.event_loop_lag.start()

    def is_stopping(self) -> bool:
        """Return whether the server is stopping, so that requests are answered with 503."""
        return self.host is not None and self.host.is_closing

    async def close(self) -> None:
        """Finish pending store operations and release all resources."""
        if self.host is not None:
            self.event_loop_lag.stop()
            await self.store_probe.close()
            await self.daily_puzzles.close()
            await self.reviews.close()
            await self.host.close()
        if self._presence is not None:
            await self._presence.close()
        await self.store.close()

    async def notify_shutdown(self) -> None:
        """Tell every connection that the server is stopping, and wait until the messages are sent.

        A node of a cluster first transfers its tables to other nodes.
        """
        if self.host is not None:
            if self.host.cluster is not None:
                await self.host.cluster.drain()
            self.host.notify_shutdown()
            await asyncio.sleep(SHUTDOWN_NOTICE_WAIT_S)


def constant_provider(value: Any) -> Callable[[], Any]:
    """Return a function without parameters that returns `value`, as Litestar's dependencies need."""
    return lambda: value


def cors_config(origins: frozenset[str]) -> CORSConfig:
    """Return the CORS headers that let web pages of these origins use the API.

    Tokens are sent explicitly, never as cookies.
    """
    return CORSConfig(
        allow_origins=sorted(origins),
        allow_methods=["GET", "POST", "PATCH", "DELETE"],
        allow_headers=["authorization", "content-type"],
        expose_headers=["content-disposition", "retry-after"],
    )


@get("/api/v1/messages", sync_to_thread=True)
def show_message_schema() -> dict[str, Any]:
    """Return the JSON Schema of socket messages and of every game's view."""
    return messages.message_schema()


def create_application(config: ServerConfig) -> Application:
    """Return an application over a store, not yet started."""
    return Application(open_store(config.store, CLUSTER_COMMAND_TIMEOUT_S if config.bus else None), config)
