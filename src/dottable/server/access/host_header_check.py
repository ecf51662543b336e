"""Allow-list for the Host header, against DNS rebinding.

In a DNS rebinding attack, the name of a foreign page resolves to this machine, so the browser treats the server as that
page's origin. Its requests still carry the foreign name in the Host header. IP addresses cannot be rebound.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address

ANY_HOST_NAME = "*"
"""Configured name that allows every Host header."""
ALL_INTERFACES = ("0.0.0.0", "::")


def allowed_host_names(bind_host: str, configured: Iterable[str]) -> frozenset[str]:
    """Return the names that a Host header may contain, besides IP addresses and `localhost`.

    A server on all interfaces can also be reached by the machine's name, with and without `.local` (mDNS).
    """
    names = {normalized_host_name(name) for name in (bind_host, *configured)}
    if bind_host in ALL_INTERFACES:
        own = normalized_host_name(socket.gethostname())
        names |= {own, f"{own.partition('.')[0]}.local"}
    return frozenset(names)


def is_allowed_host(header: str, names: frozenset[str]) -> bool:
    """Return whether a Host header names this server.

    A missing Host header is allowed, because some programs send none.
    """
    name = normalized_host_name(without_port(header))
    return name in ("", "localhost") or name in names or ANY_HOST_NAME in names or is_ip_address(name)


def normalized_host_name(name: str) -> str:
    """Return a host name in lower case, without the trailing dot of a fully qualified name."""
    return name.strip().lower().removesuffix(".")


def without_port(host: str) -> str:
    """Return the host part of `host:port`. An IPv6 address is returned without brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def is_ip_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
