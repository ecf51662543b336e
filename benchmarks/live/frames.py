"""A minimal WebSocket client, fast enough to run two thousand of them in one process.

Supports text frames without extensions, and answers pings. The masking key is zero, which is allowed and costs nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

REQUEST = (
    "GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
ZERO_KEY = bytes(4)
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A


class Socket(asyncio.Protocol):
    """One connection. `on_message` is called with the bytes of every text message."""

    def __init__(self, on_message: Callable[[bytes], None]) -> None:
        self.on_message = on_message
        self.is_lost = False
        self.bytes_in = 0
        self._waiting = b""
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport

    @classmethod
    async def connect(cls, host: str, port: int, path: str, on_message: Callable[[bytes], None]) -> Socket:
        _, socket = await asyncio.get_running_loop().create_connection(lambda: cls(on_message), host, port)
        socket._transport.write(REQUEST.format(path=path, host=host, port=port).encode())
        await socket._opened
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]

    def connection_lost(self, error: Exception | None) -> None:
        self.is_lost = True
        if not self._opened.done():
            self._opened.set_exception(error or ConnectionError("closed before it was open"))

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        size = len(payload)
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + ZERO_KEY + payload)

    def close(self) -> None:
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        self.bytes_in += len(data)
        data = self._waiting + data
        if not self._opened.done():
            answer, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._waiting = answer
                return
            self._open(answer)
        self._waiting = self._take_frames(data)

    def _open(self, answer: bytes) -> None:
        if b" 101 " in answer.partition(b"\r\n")[0]:
            self._opened.set_result(None)
        else:
            self._opened.set_exception(ConnectionError(answer.decode(errors="replace")))

    def _take_frames(self, data: bytes) -> bytes:
        """Handle all complete frames and keep the rest."""
        at = 0
        while len(data) - at >= 2:
            kind, size, start = data[at], data[at + 1], at + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                size, start = int.from_bytes(data[start : start + width], "big"), start + width
            if start > len(data) or start + size > len(data):
                break
            if kind == TEXT:
                self.on_message(data[start : start + size])
            elif kind == PING:
                self.send(data[start : start + size], PONG)
            at = start + size
        return data[at:]
