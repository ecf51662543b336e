"""All open TCP connections: limits per address and in total, and deadlines for slow clients.

A client that sends or reads slowly occupies a connection, so every wait for a client has a deadline. When a limit is
reached, the oldest connection that waits for a request is closed in favour of the new connection.
"""

from __future__ import annotations

import contextlib
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Protocol

from dottable.server.access.limits import Limits, address_limit_key, is_loopback

RESERVED_FILES = 200
"""Number of file descriptors reserved for the store, bots and the listening socket."""
MAX_OPEN_FILES = 65_536
"""Soft limit of file descriptors that the server requests from the system."""
FALLBACK_OPEN_FILES = 1024
"""Assumed limit of file descriptors on systems that do not report one."""


class ConnectionWithDeadline(Protocol):
    """Protocol of a TCP connection that is closed if the client takes too long to send or read."""

    address: str
    """Key under which the peer is counted; empty if address limits do not apply to it."""

    @property
    def is_waiting(self) -> bool:
        """Whether the connection waits for a request, so that it can be closed without harm."""

    def on_deadline(self) -> None:
        """Close the connection, because the client missed a deadline for sending or reading."""


class OpenConnections:
    """Counts connections and checks deadlines. The server must call `close_overdue` regularly."""

    def __init__(
        self,
        limits: Limits,
        max_connections: int,
        clock: Callable[[], float],
        trusted_proxies: Iterable[str] = (),
        round_trip_header: str = "",
    ) -> None:
        self.limits = limits
        self.max_connections = max_connections
        self.max_per_address = min(limits.max_connections_per_address, max(1, max_connections // 2))
        self.round_trip_header = round_trip_header
        """Header in which a trusted proxy reports the client's round-trip time in microseconds; empty for none."""
        self.refused = 0
        """Number of connections refused or closed early because of a limit or a deadline."""
        self.count = 0
        self.close_spectator: Callable[[], bool] = lambda: False
        """Closes a spectator's socket if no other connection can be closed. Returns False if there is none."""
        self._clock = clock
        self._proxies = parse_networks(trusted_proxies)
        self._by_address: Counter[str] = Counter()
        self._requests: dict[ConnectionWithDeadline, None] = {}
        """Connections that are not upgraded to a WebSocket, oldest first."""
        self._deadlines: dict[ConnectionWithDeadline, float] = {}

    def connection_limit_key(self, address: str) -> str:
        """Return the key under which a peer's connections are counted; empty for this machine and trusted proxies."""
        return "" if is_loopback(address) or self.is_trusted_proxy(address) else address_limit_key(address)

    def is_trusted_proxy(self, address: str) -> bool:
        """Return whether a peer is a trusted proxy."""
        return is_in_networks(address, self._proxies)

    def add_connection(self, connection: ConnectionWithDeadline) -> bool:
        """Count a new connection. Return False if it must be closed.

        An older connection that waits for a request may be closed instead.
        """
        address = connection.address
        if address and self._by_address[address] >= self.max_per_address and not self._close_waiting(address):
            self.refused += 1
            return False
        is_full = self.count >= self.max_connections
        if is_full and not self._close_waiting(None) and not self.close_spectator():
            self.refused += 1
            return False
        self.count += 1
        self._by_address[address] += 1
        self._requests[connection] = None
        return True

    def remove_connection(self, connection: ConnectionWithDeadline) -> None:
        """Remove a closed connection from the counts, whether it was upgraded or not."""
        self.set_upgraded(connection)
        self.count -= 1
        self._by_address[connection.address] -= 1
        if self._by_address[connection.address] <= 0:
            del self._by_address[connection.address]

    def set_upgraded(self, connection: ConnectionWithDeadline) -> None:
        """Stop counting a connection as an HTTP connection, because it became a WebSocket or is closed."""
        self._requests.pop(connection, None)
        self._deadlines.pop(connection, None)

    def _close_waiting(self, address: str | None) -> bool:
        """Close the oldest connection that waits for a request. Return whether there was one.

        `address` restricts the choice to one address.
        """
        for connection in self._requests:
            if (address is None or connection.address == address) and connection.is_waiting:
                self.refused += 1
                self.set_upgraded(connection)
                connection.on_deadline()
                return True
        return False

    # Deadlines

    def start_deadline(self, connection: ConnectionWithDeadline, after_s: float) -> None:
        """Close the connection after `after_s` seconds, unless `stop_deadline` is called first."""
        self._deadlines[connection] = self._clock() + after_s

    def stop_deadline(self, connection: ConnectionWithDeadline) -> None:
        """Remove the deadline of a connection."""
        self._deadlines.pop(connection, None)

    def close_overdue(self) -> None:
        """Close every connection whose deadline has passed."""
        now_s = self._clock()
        for connection in [one for one, at_s in self._deadlines.items() if at_s <= now_s]:
            del self._deadlines[connection]
            self.refused += 1
            connection.on_deadline()


def parse_networks(texts: Iterable[str]) -> tuple[IPv4Network | IPv6Network, ...]:
    """Return the texts that are addresses or networks, parsed. `*` means all IPv4 and IPv6 addresses."""
    networks: list[IPv4Network | IPv6Network] = []
    for text in texts:
        for part in ("0.0.0.0/0", "::/0") if text == "*" else (text,):
            with suppress(ValueError):  # the name of a proxy without an address, such as a Unix socket
                networks.append(ip_network(part, strict=False))
    return tuple(networks)


def is_in_networks(address: str, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Return whether an address belongs to one of the networks."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in networks)


def raise_open_file_limit() -> int:
    """Raise the process's limit of file descriptors as far as allowed.

    Return how many are available for connections.
    """
    if sys.platform == "win32":
        return FALLBACK_OPEN_FILES - RESERVED_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft_limit = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < soft_limit:
        with contextlib.suppress(ValueError, OSError):  # macOS may allow fewer files than its hard limit
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft_limit, hard))
            soft = soft_limit
    files = MAX_OPEN_FILES if soft == resource.RLIM_INFINITY else soft
    return max(files - RESERVED_FILES, files // 2)
