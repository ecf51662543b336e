"""Slow clients and many clients: incomplete requests, and connections that send nothing."""

from __future__ import annotations

from contextlib import ExitStack

from tests.server.hostile.kinds import ANSWERED, ANSWERED_OR_CLOSED, kind
from tests.server.hostile.target import Target

HALF_HEADERS = b"GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: "
HALF_BODY = b"POST /api/v1/players HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\n{"


def with_open_connections(target: Target, data: bytes, count: int) -> list[int]:
    """Return the statuses that another client gets while `count` connections have sent `data` and wait."""
    with ExitStack() as stack:
        for _ in range(count):
            connection = stack.enter_context(target.connect())
            if data:
                connection.sendall(data)
        return [target.get("/api/v1/games"), target.get("/api/v1/tables")]


@kind("slow: 300 half-sent headers", ANSWERED)
def half_headers(target: Target) -> list[int]:
    return with_open_connections(target, HALF_HEADERS, 300)


@kind("slow: 300 half-sent bodies", ANSWERED)
def half_bodies(target: Target) -> list[int]:
    return with_open_connections(target, HALF_BODY, 300)


@kind("slow: 300 silent connections", ANSWERED)
def silent_connections(target: Target) -> list[int]:
    return with_open_connections(target, b"", 300)


@kind("slow: 1,000 connections that close at once", ANSWERED)
def closing_connections(target: Target) -> list[int]:
    for _ in range(1_000):
        target.connect().close()
    return [target.get("/api/v1/games")]


@kind("slow: a client that never reads its answers", ANSWERED_OR_CLOSED)
def never_reading(target: Target) -> list[int]:
    with target.connect() as connection:
        connection.settimeout(2)
        try:
            for _ in range(200):
                connection.sendall(b"GET /api/v1/messages HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 10)
        except OSError:
            pass
        return [target.get("/api/v1/games")]
