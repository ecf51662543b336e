"""Runs the server in this process until SIGINT or SIGTERM, and prints its URL."""

from __future__ import annotations

import gc
import io
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from time import monotonic
from typing import Any, cast

import uvicorn
from msgspec.structs import replace

from dottable.core.errors import DottableError
from dottable.server.access.host_header_check import ALL_INTERFACES
from dottable.server.access.open_connections import OpenConnections, raise_open_file_limit
from dottable.server.app import Application, create_application
from dottable.server.configuration.settings import ServerConfig
from dottable.server.log_setup import configure_logging
from dottable.server.monitoring.prometheus_collector import MetricsServer
from dottable.server.protocol.http_connection import HttpConnection
from dottable.server.protocol.websocket_connection import WebSocketConnection

CONNECTION_BACKLOG = 2048
"""Maximum number of connections that may wait to be accepted."""
GC_THRESHOLDS = (20_000, 10, 10)
"""Garbage collection thresholds (`gc.set_threshold`). Chosen for the most moves/s in benchmarks/live."""
TICKS_PER_DEADLINE_CHECK = 5
"""Number of ticks (0.1 s each) between two checks of the deadlines of slow clients."""
GRACEFUL_SHUTDOWN_S = 3
"""Time in seconds for connections to close before they are cut."""


class GracefulServer(uvicorn.Server):
    """A uvicorn server that starts the application before it listens and notifies connections on shutdown."""

    def __init__(self, config: uvicorn.Config, application: Application, connections: OpenConnections) -> None:
        super().__init__(config)
        self.application = application
        application.on_drain_requested = self.stop_soon
        self.connections = connections
        self.failure: DottableError | None = None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        with ExitStack() as resources:
            try:
                resources.callback(start_metrics_server(self.application))
                await self.application.open()
            except DottableError as error:
                self.failure = error
                return
            if threading.current_thread() is threading.main_thread():
                for stop_signal in (signal.SIGINT, signal.SIGTERM):
                    signal.signal(stop_signal, self.stop_soon)  # uvicorn raises it again after the stop
            try:
                await super().serve(sockets)
            finally:
                await self.application.close()

    def stop_soon(self, *_: object) -> None:
        """Request a stop, which the server's main loop carries out. Used as a signal handler."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        tune_garbage_collector()
        self.application.on_ready()

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_PER_DEADLINE_CHECK == 0:
            self.connections.close_overdue()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.application.notify_shutdown()
        await super().shutdown(sockets)


def start_metrics_server(application: Application) -> Callable[[], None]:
    """Serve metrics on a port of their own, if one is set. Return a function that stops it. Raise DottableError if the
    port is taken."""
    config = application.config
    if config.metrics_port == 0:
        return lambda: None
    return MetricsServer(config.metrics_host, config.metrics_port, application.registry).close


def create_server(config: ServerConfig) -> GracefulServer:
    """Return a server that is not running yet."""
    limits = config.limits
    application = create_application(config)
    connections = OpenConnections(
        limits, raise_open_file_limit(), monotonic, config.trusted_proxies, config.round_trip_header
    )
    connections.close_spectator = application.connection_limits.close_anonymous
    application.metrics.gauges["connections"] = lambda: connections.count
    application.metrics.closed_connections = lambda: connections.refused
    uvicorn_config = uvicorn.Config(
        application.app,
        host=config.host,
        port=config.port,
        loop="uvloop" if find_spec("uvloop") is not None else "asyncio",
        http=cast("Any", partial(HttpConnection, connections)),
        ws=cast("Any", partial(WebSocketConnection, connections)),
        ws_max_size=limits.max_message_bytes,
        ws_ping_interval=limits.pong_timeout_s,
        ws_ping_timeout=limits.pong_timeout_s,
        ws_per_message_deflate=False,  # messages are small, so compressing them would cost more than it saves
        forwarded_allow_ips=sorted(config.trusted_proxies),
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        backlog=CONNECTION_BACKLOG,
        timeout_graceful_shutdown=GRACEFUL_SHUTDOWN_S,
    )
    return GracefulServer(uvicorn_config, application, connections)


def serve(config: ServerConfig) -> int:
    """Run the server until SIGINT or SIGTERM and return the exit code."""
    configure_logging(config.log_format, config.log_level)
    listener = bind_socket(config)
    port = listener.getsockname()[1]
    server = create_server(replace(config, port=port))
    server.application.on_ready = lambda: print_address(config, port)
    try:
        server.run(sockets=[listener])
    finally:
        listener.close()
    if server.failure is not None:
        raise server.failure
    print("Dottable has stopped. All matches are saved.", flush=True)  # noqa: T201
    return 0


def tune_garbage_collector() -> None:
    """Freeze start-up objects so that the garbage collector skips them, and let it run less often.

    Messages create many small objects but no reference cycles.
    """
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def bind_socket(config: ServerConfig) -> socket.socket:
    """Return the listening socket. Raise DottableError if the port is in use."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # on Windows this option would let two servers share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((config.host, config.port))
    except OSError as error:
        listener.close()
        raise DottableError(
            f"Cannot listen on {config.host} port {config.port}: {error.strerror}."
            f" If Dottable already runs there, open {server_url(config.host, config.port)}. Or choose another --port."
        ) from None
    return listener


def server_url(host: str, port: int) -> str:
    """Return the URL at which people on this machine reach the server."""
    shown = "localhost" if host in (*ALL_INTERFACES, "127.0.0.1", "::1") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def print_address(config: ServerConfig, port: int) -> None:
    """Print the server's URL, and a QR code if phones can reach it."""
    here = server_url(config.host, port)
    lines = [f"Dottable is at {here}  (Ctrl-C stops it; all matches are saved)"]
    if config.host in ALL_INTERFACES:
        near = f"http://{lan_ip_address()}:{port}"
        lines.append(f"For phones in your network: {near}")
        if sys.stdout.isatty():
            lines.append(terminal_qr_code(near))
    elif sys.stdout.isatty():
        lines.append("To let friends and phones in your network join, start it with --lan.")
    print("\n".join(lines), flush=True)  # noqa: T201
    if config.opens_browser and has_graphical_browser():
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()


def has_graphical_browser() -> bool:
    """Return whether a browser can open a window. A text browser would cover the server's output."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))


def lan_ip_address() -> str:
    """Return this machine's IP address in its local network. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def terminal_qr_code(text: str) -> str:
    """Return a text as a QR code for the terminal."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="l").terminal(drawn, compact=True)
    return drawn.getvalue()
