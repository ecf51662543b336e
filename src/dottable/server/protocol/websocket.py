"""uvicorn's WebSocket protocol with a direct path between the connection and a session.

Opening and closing pass through the ASGI application. Once a session listens, messages skip the application's
tasks and queues. uvicorn and the `websockets` library parse every incoming frame; outgoing frames are built here.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

from litestar import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

CONNECTION_EXTENSION = "dottable.connection"
"""Key of the connection in the ASGI scope's extensions."""
SWITCHING_PROTOCOLS = 101
MIN_TWO_BYTE_LENGTH, MIN_EIGHT_BYTE_LENGTH = 126, 1 << 16
"""Payload sizes from which a frame's header has a longer length field (RFC 6455, 5.2)."""


class MessageListener(Protocol):
    """The receiver of a connection's messages."""

    def on_message(self, data: bytes | str) -> None:
        """Handle a complete message."""

    def pause_sending(self) -> None:
        """Stop sending: the client reads too slowly."""

    def resume_sending(self) -> None:
        """Continue sending."""


class WebSocketConnection(WebSocketsSansIOProtocol):
    """One WebSocket connection of the server."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.listener: MessageListener | None = None
        self._frames_to_write: list[bytes] = []

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING_PROTOCOLS:
            cast("dict[str, Any]", self.scope["extensions"])[CONNECTION_EXTENSION] = self

    def set_listener(self, listener: MessageListener) -> None:
        """Pass all messages to a listener from now on, starting with those that already wait."""
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
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        self.listener.on_message(data)

    def send_text(self, data: bytes) -> None:
        """Send a text message. All messages of one event-loop iteration are written together."""
        if not self._frames_to_write:
            self.loop.call_soon(self._flush)
        self._frames_to_write.append(text_frame(data))

    def _flush(self) -> None:
        """Write all waiting frames at once, unless the connection is closing."""
        frames, self._frames_to_write = self._frames_to_write, []
        if frames and not self.close_sent and not self.transport.is_closing():
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    async def send(self, message: Any) -> None:
        """Send an ASGI message of the application after all waiting frames."""
        self._flush()
        await super().send(message)

    def shutdown(self) -> None:
        self._flush()
        super().shutdown()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.listener is not None:
            self.listener.pause_sending()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.listener is not None:
            self.listener.resume_sending()


def text_frame(data: bytes) -> bytes:
    """Return a text message as one unmasked WebSocket frame (RFC 6455)."""
    size = len(data)
    if size < MIN_TWO_BYTE_LENGTH:
        return b"\x81%c%b" % (size, data)
    if size < MIN_EIGHT_BYTE_LENGTH:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), data)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), data)


def connection_of(socket: WebSocket[Any, Any, Any]) -> WebSocketConnection:
    """Return the connection of an accepted socket."""
    extensions = cast("dict[str, Any]", socket.scope["extensions"])
    return cast("WebSocketConnection", extensions[CONNECTION_EXTENSION])
