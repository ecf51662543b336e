"""Allow-list of the Host header, against DNS rebinding.

In a rebinding attack, a foreign page's own name suddenly resolves to this machine, so the browser treats the server
as that page's origin. Its requests still carry the foreign name as Host. IP addresses cannot be rebound.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address

ANY_HOST_NAME = "*"
"""Configured name that allows every Host."""
ALL_INTERFACES = ("0.0.0.0", "::")


def allowed_host_names(bind_host: str, configured: Iterable[str]) -> frozenset[str]:
    """Return the names that may stand in a Host header, besides IP addresses and `localhost`.

    A server on all interfaces is also reached by the machine's own name, with and without `.local` (mDNS).
    """
    names = {normal_name(name) for name in (bind_host, *configured)}
    if bind_host in ALL_INTERFACES:
        own = normal_name(socket.gethostname())
        names |= {own, f"{own.partition('.')[0]}.local"}
    return frozenset(names)


def is_allowed_host(header: str, names: frozenset[str]) -> bool:
    """Return whether a Host header names this server. Programs that send no Host are allowed."""
    name = normal_name(without_port(header))
    return name in ("", "localhost") or name in names or ANY_HOST_NAME in names or is_ip_address(name)


def normal_name(name: str) -> str:
    """Return a host name in lower case and without the dot of a fully qualified name."""
    return name.strip().lower().removesuffix(".")


def without_port(host: str) -> str:
    """Return the host of a `host:port`; an IPv6 address without its brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def is_ip_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
