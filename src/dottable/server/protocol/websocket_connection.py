"""uvicorn's WebSocket protocol, with a shortcut: messages go directly to the session, past the ASGI application.

Opening and closing pass through the ASGI application. Once a session listens, messages bypass the application's tasks
and queues. uvicorn and the `websockets` library parse every incoming frame; outgoing frames are built here.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Protocol, cast

from litestar import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from dottable.server.access.open_connections import OpenConnections
from dottable.server.access.shutdown_middleware import RETRY_AFTER_S
from dottable.server.protocol.tcp_round_trip import parse_round_trip_us, tcp_round_trip_us

CONNECTION_EXTENSION = "dottable.connection"
"""Key of the connection in the `extensions` of an ASGI scope."""
SWITCHING_PROTOCOLS = 101
INVALID_TEXT = 1007
"""WebSocket close code for text that is not UTF-8 (RFC 6455, 7.4.1)."""
MIN_TWO_BYTE_LENGTH, MIN_EIGHT_BYTE_LENGTH = 126, 1 << 16
"""Payload sizes in bytes from which a frame's header has a longer length field (RFC 6455, 5.2)."""


class MessageListener(Protocol):
    """Protocol of the receiver of a connection's messages."""

    def on_message(self, data: bytes | str) -> None:
        """Handle one complete message of the client."""

    def pause_sending(self) -> None:
        """Stop sending, because the client reads too slowly."""

    def resume_sending(self) -> None:
        """Continue sending after a pause, because the client reads again."""


class WebSocketConnection(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol for one connection, with limits, deadlines and a shortcut for messages."""

    address = ""
    is_waiting = False

    def __init__(self, open_connections: OpenConnections, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.open_connections = open_connections
        self.on_lost: Callable[[], None] = do_nothing
        """Called once when the connection is closed."""
        self._is_stopping = False
        self._beyond_proxy_us = 0
        """Round-trip time in microseconds between the client and a trusted proxy, as reported by the proxy."""
        self.listener: MessageListener | None = None
        self._frames_to_write: list[bytes] = []

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING_PROTOCOLS:
            cast("dict[str, Any]", self.scope["extensions"])[CONNECTION_EXTENSION] = self
            self._read_proxy_round_trip(event)

    def _read_proxy_round_trip(self, event: Request) -> None:
        header = self.open_connections.round_trip_header
        if header and self.open_connections.is_trusted_proxy(self.client[0] if self.client else ""):
            values = event.headers.get_all(header)
            self._beyond_proxy_us = (parse_round_trip_us(values[0]) or 0) if len(values) == 1 else 0

    def set_listener(self, listener: MessageListener) -> None:
        """Pass all messages to a listener, starting with those that are already queued."""
        self.listener = listener
        for _ in range(self.queue.qsize()):
            event: Any = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                listener.on_message(event.get("text") or event.get("bytes") or b"")
            else:
                self.queue.put_nowait(event)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        if not self.writable.is_set():
            listener.pause_sending()

    def send_receive_event_to_app(self) -> None:
        if self.listener is None or self.close_sent:
            self._pass_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        self.listener.on_message(data)

    def _pass_to_app(self) -> None:
        """Pass a message to the application.

        Text that is not UTF-8 is caught, because uvicorn would log a traceback.
        """
        if self.curr_msg_data_type == "text" and not is_utf8(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(INVALID_TEXT)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def send_text(self, data: bytes) -> None:
        """Send a text message. All messages of one event-loop iteration are written together."""
        if not self._frames_to_write:
            self.loop.call_soon(self._write_queued_frames)
        self._frames_to_write.append(text_frame(data))

    def _write_queued_frames(self) -> None:
        """Write all queued frames at once, unless the connection is closing."""
        frames, self._frames_to_write = self._frames_to_write, []
        if frames and not self.close_sent and not self.transport.is_closing():
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    async def send(self, message: Any) -> None:
        """Send an ASGI message of the application, after all queued frames."""
        self._write_queued_frames()
        await super().send(message)

    def shutdown(self) -> None:
        self._is_stopping = True
        self._write_queued_frames()
        super().shutdown()

    def send_500_response(self) -> None:
        """Answer a failed handshake: 503 if the server is stopping, else 500."""
        if not self._is_stopping:
            super().send_500_response()
            return
        if self.initial_response is None and not self.handshake_complete:
            response = self.conn.reject(HTTPStatus.SERVICE_UNAVAILABLE, "The server is restarting.\n")
            response.headers["Retry-After"] = str(RETRY_AFTER_S)
            self.conn.send_response(response)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def round_trip_us(self) -> int | None:
        """Return the round-trip time to the client in microseconds, as the kernel measured it; None if unknown.

        Behind a trusted proxy, the proxy's measurement at the handshake is added if it reports one.
        """
        measured_us = tcp_round_trip_us(self.transport.get_extra_info("socket"))
        return None if measured_us is None else measured_us + self._beyond_proxy_us

    # Clients that do not read or answer

    async def run_asgi(self) -> None:
        """Run the application. Then give the client a limited time to read the remaining data."""
        await super().run_asgi()
        if not self.disconnected:
            self._start_send_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.open_connections.stop_deadline(self)
        self.on_lost()

    def keepalive_timeout(self) -> None:
        """Disconnect the client, because it has not answered a ping in time. uvicorn calls this."""
        super().keepalive_timeout()
        self.transport.abort()

    def on_deadline(self) -> None:
        """Disconnect the client, because it has not read its messages in time."""
        self.transport.abort()

    def _start_send_deadline(self) -> None:
        self.open_connections.start_deadline(self, self.open_connections.limits.send_timeout_s)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._start_send_deadline()
        if self.listener is not None:
            self.listener.pause_sending()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.open_connections.stop_deadline(self)
        if self.listener is not None:
            self.listener.resume_sending()


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def text_frame(data: bytes) -> bytes:
    """Return a text message as one unmasked WebSocket frame (RFC 6455)."""
    size = len(data)
    if size < MIN_TWO_BYTE_LENGTH:
        return b"\x81%c%b" % (size, data)
    if size < MIN_EIGHT_BYTE_LENGTH:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), data)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), data)


def do_nothing() -> None:
    """Do nothing. Used as the default callback."""


def connection_of(socket: WebSocket[Any, Any, Any]) -> WebSocketConnection:
    """Return the `WebSocketConnection` under an accepted Litestar socket."""
    extensions = cast("dict[str, Any]", socket.scope["extensions"])
    return cast("WebSocketConnection", extensions[CONNECTION_EXTENSION])
