"""All settings of the server, with type, default and meaning.

The command line, the environment, configuration files and the reference tables in the docs are derived from these
classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from dottable.server.access.limits import Limits

DEFAULT_PORT = 7252
Port = Annotated[int, Meta(ge=0, le=65535)]
SECRET_SETTINGS = frozenset({"store", "metrics_token", "bus"})
"""Settings that may contain a password or token. They are masked when shown, and can be read from a file."""


class ServerConfig(Struct, frozen=True, kw_only=True):
    """All settings of a server, each with its default."""

    host: str = "127.0.0.1"
    """Address to listen on. `0.0.0.0` and `::` mean all networks of this machine."""
    port: Port = DEFAULT_PORT
    """TCP port; 0 means any free port."""
    data: str = ""
    """Folder of the database file; empty means the user's data folder."""
    store: str = ""
    """Database: a file or `postgresql://USER:PASSWORD@HOST/DATABASE`. Empty means `dottable.db` in `data`."""
    bus: str = ""
    """Address of the NATS message bus, such as `nats://HOST:4222`, for several servers on one PostgreSQL; empty for a
    single server."""
    bus_prefix: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+$")] = "dottable"
    """Prefix of all subjects on the message bus. All servers of a cluster must have the same prefix."""
    node: str = ""
    """Name of this server in a cluster; empty means the name of the machine and the port."""
    role: Literal["play", "bots", "all"] = "all"
    """What this server does in a cluster: own tables (`play`), compute bots for other servers (`bots`), or both."""
    host_names: frozenset[str] = frozenset()
    """Names under which this server can be reached, besides `localhost`, IP addresses and `host`; `*` allows every
    name."""
    origins: frozenset[str] = frozenset()
    """Origins of other web pages that may use this server, such as `https://example.org`."""
    trusted_proxies: frozenset[str] = frozenset({"127.0.0.1", "::1"})
    """Addresses or networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` headers are trusted."""
    round_trip_header: str = ""
    """Header in which a trusted proxy reports the client's round-trip time in microseconds, for races; empty for
    none."""
    log_format: Literal["text", "json"] = "text"
    """Format of log lines on standard error."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """Lowest level that is logged."""
    access_log: bool = False
    """Whether every HTTP request and WebSocket connection is logged: route, status and duration, never a token."""
    metrics_port: Port = 0
    """Port for `/metrics` (Prometheus), without authentication; 0 for none."""
    metrics_host: str = "127.0.0.1"
    """Address on which `metrics_port` listens."""
    metrics_token: str = ""
    """Token for access to `/metrics` on the main port (`Authorization: Bearer TOKEN`); empty for no access."""
    opens_browser: bool = False
    """Whether to open the web client in a browser."""
    compile_rules: bool = True
    """Whether to compile the games in the background, if Numba is installed. Rules and bots then run faster. Compiling
    takes minutes on one core, and 150 MB of memory."""
    games: frozenset[str] = frozenset()
    """Folders of additional games. Their code runs inside the server."""
    limits: Limits = Limits()
