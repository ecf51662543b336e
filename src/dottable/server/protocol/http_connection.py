"""uvicorn's HTTP protocol with deadlines for slow clients and limits on connections.

uvicorn limits only the idle time between two requests. Here a client also has a limited time to send the headers,
to send the body, and to read the answer.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from dottable.server.access.open_connections import OpenConnections
from dottable.server.protocol.tcp_round_trip import parse_round_trip_us, tcp_round_trip_us
from dottable.server.protocol.websocket_connection import WebSocketConnection

REQUEST_TIMEOUT = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_MANY_CONNECTIONS = (
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 5\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
)
CONNECTION_STATE = "connection"
"""Key of the connection in the `state` of an ASGI scope."""
PARTIAL_STATES = (h11.IDLE, h11.SEND_BODY)
"""States of the HTTP parser (h11) in which a client has not sent its whole request yet."""


class HttpConnection(H11Protocol):
    """uvicorn's HTTP protocol for one connection, with limits and deadlines, until it closes or becomes a WebSocket."""

    def __init__(self, open_connections: OpenConnections, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.open_connections = open_connections
        self.app_state = {**self.app_state, CONNECTION_STATE: self}
        self.address = ""
        self._is_counted = False
        self._is_upgraded = False
        self._awaited: object = None
        """State of the client for which a deadline runs; None if no deadline runs."""

    @property
    def is_waiting(self) -> bool:
        return not self._is_upgraded and (self.cycle is None or self.cycle.response_complete)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.open_connections.connection_limit_key(self.client[0] if self.client else "")
        self._is_counted = self.open_connections.add_connection(self)
        if not self._is_counted:
            transport.write(TOO_MANY_CONNECTIONS)
            transport.close()
            return
        self._await_client(h11.IDLE)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._release()

    def _release(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self.open_connections.remove_connection(self)

    # Deadlines

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._is_upgraded:
            state = self.conn.their_state
            self._await_client(state if state in PARTIAL_STATES else None)

    def _await_client(self, state: object) -> None:
        """Start the deadline for a new state of the client; None stops it."""
        if state is self._awaited:
            return
        self._awaited = state
        if state is None:
            self.open_connections.stop_deadline(self)
        else:
            limits = self.open_connections.limits
            after_s = limits.header_timeout_s if state is h11.IDLE else limits.body_timeout_s
            self.open_connections.start_deadline(self, after_s)

    def on_deadline(self) -> None:
        """Answer 408 if no response has started, and close the connection."""
        is_unanswered = self.cycle is None or self.cycle.response_complete or not self.cycle.response_started
        if self.flow.write_paused or self.transport.is_closing() or not is_unanswered:
            self.transport.abort()
            return
        self.transport.write(REQUEST_TIMEOUT)
        self._close_soon()

    def _close_soon(self) -> None:
        """Close the connection after the buffered data is sent, but at the latest after `send_timeout_s` seconds."""
        self.transport.close()
        if self._is_counted:
            self.open_connections.start_deadline(self, self.open_connections.limits.send_timeout_s)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._close_soon()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._close_soon()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.open_connections.start_deadline(self, self.open_connections.limits.send_timeout_s)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.open_connections.stop_deadline(self)
        awaited, self._awaited = self._awaited, None
        self._await_client(awaited)

    def round_trip_us(self) -> int | None:
        """Return the round-trip time to the client in microseconds, as the kernel measured it; None if unknown."""
        return tcp_round_trip_us(self.transport.get_extra_info("socket"))

    # WebSockets

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_upgraded = True
        self.open_connections.set_upgraded(self)
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, WebSocketConnection)
        protocol.on_lost = self._release


def request_round_trip_ms(scope: Any) -> int:
    """Return the round-trip time of a request's client in ms, as measured by kernels; 0 if unknown."""
    connection = scope.get("state", {}).get(CONNECTION_STATE)
    if not isinstance(connection, HttpConnection):
        return 0
    guard = connection.open_connections
    measured_us = connection.round_trip_us() or 0
    if guard.round_trip_header and guard.is_trusted_proxy(connection.client[0] if connection.client else ""):
        values = [value for name, value in scope["headers"] if name == guard.round_trip_header.lower().encode()]
        measured_us += (parse_round_trip_us(values[0].decode("latin-1")) or 0) if len(values) == 1 else 0
    return round(measured_us / 1000)
