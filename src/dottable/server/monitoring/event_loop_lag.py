"""Measures how late the event loop runs its timers. A busy event loop delays every player."""

from __future__ import annotations

import asyncio

from dottable.core.primitives.bucket_histogram import BucketHistogram

MEASUREMENT_INTERVAL_S = 0.25


class EventLoopLag:
    """Sets a timer repeatedly and adds the delay of each to a histogram."""

    def __init__(self, loop: asyncio.AbstractEventLoop, lag_s: BucketHistogram) -> None:
        self._loop = loop
        self._lag_s = lag_s
        self._due_s = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start to measure the lag of the event loop."""
        self._due_s = self._loop.time() + MEASUREMENT_INTERVAL_S
        self._timer = self._loop.call_at(self._due_s, self._measure_lag)

    def _measure_lag(self) -> None:
        self._lag_s.add(max(0.0, self._loop.time() - self._due_s))
        self.start()

    def stop(self) -> None:
        """Stop measuring."""
        if self._timer is not None:
            self._timer.cancel()
