"""The round-trip time of a TCP connection, as measured by the operating system's kernel.

The kernel measures how long a sent segment takes to be acknowledged. The client's kernel sends the acknowledgements, so
a client program cannot delay them. Only Linux supports this; other systems have no measurement.
"""

from __future__ import annotations

import socket
import struct
import sys
from typing import Any

SMOOTHED_RTT_OFFSET = 68
"""Offset in bytes of the field `tcpi_rtt` (microseconds) in Linux' `struct tcp_info`. It is part of the kernel's
ABI."""
TCP_INFO_BYTES = SMOOTHED_RTT_OFFSET + 4
MAX_HEADER_DIGITS = 9


def tcp_round_trip_us(connected: Any) -> int | None:
    """Return the smoothed round-trip time (RFC 6298) of a connected socket in microseconds; None if unknown."""
    if sys.platform != "linux":
        return None
    try:
        info: bytes = connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)
    except (OSError, ValueError):  # a closed socket has no descriptor
        return None
    if len(info) < TCP_INFO_BYTES:
        return None
    measured_us: int = struct.unpack_from("=I", info, SMOOTHED_RTT_OFFSET)[0]
    return measured_us or None


def parse_round_trip_us(text: str) -> int | None:
    """Return a round-trip time in microseconds from a proxy's header; None if it is not a number."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= MAX_HEADER_DIGITS else None
