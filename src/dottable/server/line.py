"""uvicorn's WebSocket with a short way between the wire and a session.

Opening and closing go through the application like any request; once a session listens, its messages skip the layers
and tasks in between. The `websockets` library answers pings and reads all frames but the plainest: a short text that
came alone and whole, as nearly all messages of a player do.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

from litestar import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request
from websockets.protocol import State

EXTENSION = "dottable.line"
"""Where the application finds the line of a socket among the extensions of its scope."""
SWITCHING = 101
SHORT, MEDIUM = 126, 1 << 16
WHOLE_TEXT, MASKED = 0x81, 0x80
HEAD, MASK = 2, 4


class Listener(Protocol):
    """Whoever is at this end of a line."""

    def hear(self, data: bytes | str) -> None:
        """A whole message came in."""

    def hold_back(self) -> None:
        """The other end reads too slowly: say nothing for now."""

    def go_on(self) -> None:
        """The other end reads again."""


class Line(WebSocketsSansIOProtocol):
    """One socket."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.listener: Listener | None = None
        self._said: list[bytes] = []
        self._is_between_frames = False

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            cast("dict[str, Any]", self.scope["extensions"])[EXTENSION] = self

    def listen(self, listener: Listener) -> None:
        """Let a session hear all messages from now on, those first that wait already."""
        self.listener = listener
        for _ in range(self.queue.qsize()):
            event: Any = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                listener.hear(event.get("text") or event.get("bytes") or b"")
            else:
                self.queue.put_nowait(event)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        if not self.writable.is_set():
            listener.hold_back()

    def data_received(self, data: bytes) -> None:
        if self._is_between_frames and self.listener is not None and not self.close_sent and is_short_text(data):
            self.listener.hear(apply_mask(data[HEAD + MASK :], data[HEAD : HEAD + MASK]))
            return
        super().data_received(data)
        self._is_between_frames = is_between_frames(self.conn)

    def send_receive_event_to_app(self) -> None:
        if self.listener is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        self.listener.hear(data)

    def say(self, data: bytes) -> None:
        """Send a text, together with all that is said in this turn of the loop."""
        if not self._said:
            self.loop.call_soon(self._write_said)
        self._said.append(framed(data))

    def _write_said(self) -> None:
        """One write costs as much for several messages as for one; nothing is written once the socket closes."""
        said, self._said = self._said, []
        if said and not self.close_sent and not self.transport.is_closing():
            self.transport.write(said[0] if len(said) == 1 else b"".join(said))

    async def send(self, message: Any) -> None:
        """What the application itself says, its last words among it, comes after all that was said before."""
        self._write_said()
        await super().send(message)

    def shutdown(self) -> None:
        self._write_said()
        super().shutdown()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.listener is not None:
            self.listener.hold_back()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.listener is not None:
            self.listener.go_on()


def is_short_text(data: bytes) -> bool:
    """Whether it is one frame with a text, masked as a client's frames are, and nothing else."""
    size = len(data) - HEAD - MASK
    return 0 <= size < SHORT and data[0] == WHOLE_TEXT and data[1] == MASKED + size


def is_between_frames(conn: Any) -> bool:
    """Whether the library has read all there was, waits for the first byte of a frame and has no piece of a message.

    It looks inside; should that change with a new version, the answer is no, and the library reads everything.
    """
    if conn.state is not State.OPEN or getattr(conn, "current_size", 0) is not None:
        return False
    names: list[str] = []
    inner = conn.parser
    while inner is not None:
        names.append(inner.__name__)
        inner = inner.gi_yieldfrom
    return names[-2:] == ["parse", "at_eof"]


def framed(data: bytes) -> bytes:
    """A text as one frame; a server's frames are not masked."""
    size = len(data)
    if size < SHORT:
        return b"\x81%c%b" % (size, data)
    if size < MEDIUM:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), data)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), data)


def line_of(socket: WebSocket[Any, Any, Any]) -> Line:
    """The line of a socket that this server has accepted."""
    extensions = cast("dict[str, Any]", socket.scope["extensions"])
    return cast("Line", extensions[EXTENSION])
