"""Every setting of the server, with its type, default and meaning.

The command line, the environment, configuration files and the reference tables in the docs are derived from here.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from dottable.server.access.limits import Limits

DEFAULT_PORT = 7252
Port = Annotated[int, Meta(ge=0, le=65535)]
SECRET_SETTINGS = frozenset({"store", "metrics_token", "bus"})
"""Settings that may contain a password or token. They are shown masked, and may come from a file."""


class ServerConfig(Struct, frozen=True, kw_only=True):
    """Settings of a server."""

    host: str = "127.0.0.1"
    """Address to listen on. `0.0.0.0` and `::` mean all networks of this machine."""
    port: Port = DEFAULT_PORT
    """TCP port; 0 means any free port."""
    data: str = ""
    """Folder of the database file; empty means the user's data folder."""
    store: str = ""
    """Database: a file or `postgresql://USER:PASSWORD@HOST/DATABASE`. Empty means `dottable.db` in `data`."""
    bus: str = ""
    """Address of NATS, like `nats://HOST:4222`, for several servers on one PostgreSQL; empty for a single server."""
    bus_prefix: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+$")] = "dottable"
    """First token of all subjects on the bus. Servers of one cluster have the same."""
    node: str = ""
    """Name of this server in a cluster; empty means the name of the machine and the port."""
    role: Literal["play", "bots", "all"] = "all"
    """What this server does in a cluster: own tables (`play`), compute bots for other servers (`bots`), or both."""
    host_names: frozenset[str] = frozenset()
    """Names of this server in addresses, besides `localhost`, IP addresses and `host`; `*` allows every name."""
    origins: frozenset[str] = frozenset()
    """Origins of other web pages that may use this server, like `https://example.org`."""
    trusted_proxies: frozenset[str] = frozenset({"127.0.0.1", "::1"})
    """Addresses or networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed."""
    round_trip_header: str = ""
    """Header in which a trusted proxy reports the client's round-trip time in microseconds, for races; empty: none."""
    log_format: Literal["text", "json"] = "text"
    """Format of log lines on the error stream."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """Least important level that is logged."""
    access_log: bool = False
    """Whether every HTTP request and WebSocket connection is logged: route, status and duration, never a token."""
    metrics_port: Port = 0
    """Port of `/metrics` for Prometheus, without a password; 0 means none."""
    metrics_host: str = "127.0.0.1"
    """Address of `metrics_port`."""
    metrics_token: str = ""
    """Token that opens `/metrics` on the main port (`Authorization: Bearer TOKEN`); empty means that it is closed."""
    opens_browser: bool = False
    """Whether to open the page in a browser."""
    compile_rules: bool = True
    """Whether to compile the games in the background, if Numba is installed. Rules and bots then run faster; compiling
    takes minutes of one core, and 150 MB of memory."""
    games: frozenset[str] = frozenset()
    """Folders of further games. Their code runs in the server."""
    limits: Limits = Limits()
