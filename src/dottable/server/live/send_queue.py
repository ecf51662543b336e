"""Outgoing messages of one connection, with backpressure."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable


class SendQueue:
    """Sends messages at once, or queues them while the transport is paused.

    If the bounded queue overflows, it is emptied, and the next message is a snapshot.
    """

    __slots__ = ("_is_paused", "_limit", "_waiting", "_write", "has_overflowed", "is_closed")

    def __init__(self, limit: int, write: Callable[[bytes], None]) -> None:
        self._limit = limit
        self._write = write
        self._waiting: deque[bytes] = deque()
        self._is_paused = False
        self.has_overflowed = False
        self.is_closed = False

    def put(self, data: bytes) -> bool:
        """Send or queue a message. Return False if it was dropped."""
        if self.has_overflowed or self.is_closed:
            return False
        if not self._is_paused:
            self._write(data)
            return True
        if len(self._waiting) >= self._limit:
            self._waiting.clear()
            self.has_overflowed = True
            return False
        self._waiting.append(data)
        return True

    def pause(self) -> None:
        """Start to queue messages instead of sending them."""
        self._is_paused = True

    def resume(self, snapshot: Callable[[], bytes]) -> None:
        """Send queued messages until paused again. If the queue has overflowed, send a snapshot first."""
        self._is_paused = False
        if self.has_overflowed and not self.is_closed:
            self.has_overflowed = False
            self.put(snapshot())
        while self._waiting and not self._is_paused:
            self._write(self._waiting.popleft())

    def close(self, last: bytes | None = None) -> None:
        """Send the queued messages and `last`. Drop all later messages."""
        if self.is_closed:
            return
        self.is_closed = True
        for data in (*self._waiting, *(() if last is None else (last,))):
            self._write(data)
        self._waiting.clear()
