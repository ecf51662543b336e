"""What waits to be sent on one socket: bounded, so that a slow reader costs little and gets a snapshot instead."""

from __future__ import annotations

import asyncio
from collections import deque


class Outbox:
    """A queue of texts with an end. When it runs over, all of it is dropped and the reader is behind."""

    __slots__ = ("_most", "_reader", "_texts", "is_behind", "is_closed")

    def __init__(self, most: int) -> None:
        self._most = most
        self._texts: deque[str] = deque()
        self._reader: asyncio.Future[None] | None = None
        """Whoever waits for the next text."""
        self.is_behind = False
        self.is_closed = False

    def put(self, text: str) -> bool:
        """Queue a text; False if that was one too many, or if the reader is behind already."""
        if self.is_behind or self.is_closed:
            return False
        if len(self._texts) >= self._most:
            self._texts.clear()
            self.is_behind = True
            self._rouse()
            return False
        self._texts.append(text)
        self._rouse()
        return True

    def caught_up(self, text: str) -> None:
        """Go on from a snapshot."""
        self.is_behind = False
        self.put(text)

    def close(self, last: str | None = None) -> None:
        """Nothing but what waits already, and `last`, will be sent."""
        if last is not None and not self.is_closed:
            self._texts.append(last)
        self.is_closed = True
        self._rouse()

    def _rouse(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def next(self) -> str | None:
        """The next text; None when the reader is behind, or at the end."""
        while not self._texts and not self.is_behind and not self.is_closed:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._texts.popleft() if self._texts else None
