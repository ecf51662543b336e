"""What is sent on one socket: at once while its reader keeps up; a slow reader is waited for, or gets a snapshot."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable


class Outbox:
    """A queue of messages with an end. When it runs over, all of it is dropped and the reader is behind."""

    __slots__ = ("_is_held", "_most", "_say", "_waiting", "is_behind", "is_closed")

    def __init__(self, most: int, say: Callable[[bytes], None]) -> None:
        self._most = most
        self._say = say
        self._waiting: deque[bytes] = deque()
        self._is_held = False
        self.is_behind = False
        self.is_closed = False

    def put(self, data: bytes) -> bool:
        """Send or queue a message; False if that was one too many, or if the reader is behind already."""
        if self.is_behind or self.is_closed:
            return False
        if not self._is_held:
            self._say(data)
            return True
        if len(self._waiting) >= self._most:
            self._waiting.clear()
            self.is_behind = True
            return False
        self._waiting.append(data)
        return True

    def hold_back(self) -> None:
        """Let messages wait."""
        self._is_held = True

    def go_on(self, snapshot: Callable[[], bytes]) -> None:
        """Send what waits as far as the reader takes it, or a snapshot to one who is behind."""
        self._is_held = False
        if self.is_behind and not self.is_closed:
            self.is_behind = False
            self.put(snapshot())
        while self._waiting and not self._is_held:
            self._say(self._waiting.popleft())

    def close(self, last: bytes | None = None) -> None:
        """Nothing but what waits already, and `last`, is sent any more."""
        if self.is_closed:
            return
        self.is_closed = True
        for data in (*self._waiting, *(() if last is None else (last,))):
            self._say(data)
        self._waiting.clear()
