"""Checks that the store commits writes. A check takes limited time and runs at most once every few seconds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic

from dottable.core.errors import DottableError
from dottable.store import Store

log = logging.getLogger("dottable.server")

PROBE_TIMEOUT_S = 1.5
"""Time in seconds after which a probe write counts as failed."""
PROBE_INTERVAL_S = 3.0
"""Time in seconds for which the result of a probe write is reused."""


class StoreProbe:
    """Checks on request, by writing one small row, whether moves can be stored. Reuses a recent result."""

    def __init__(self, store: Store, clock_ms: Callable[[], int]) -> None:
        self._store = store
        self._clock_ms = clock_ms
        self._write: asyncio.Task[str | None] | None = None
        self._started_s = 0.0
        self._problem: str | None = None
        self._checked_s = -PROBE_INTERVAL_S

    async def find_problem(self) -> str | None:
        """Return a description of the problem; None if a recent write was committed. Takes at most PROBE_TIMEOUT_S."""
        if self._write is None:
            if monotonic() - self._checked_s < PROBE_INTERVAL_S:
                return self._problem
            self._started_s = monotonic()
            self._write = asyncio.create_task(self._write_row())
        left_s = self._started_s + PROBE_TIMEOUT_S - monotonic()
        write = self._write
        await asyncio.wait((write,), timeout=max(0.0, left_s))  # no cancellation, which could hang too
        if write.done():
            return self._problem
        return f"A write has not been committed for {monotonic() - self._started_s:.1f} s."

    async def _write_row(self) -> None:
        problem = None
        try:
            await self._store.write_health_row(self._clock_ms())
        except (DottableError, OSError) as error:
            problem = str(error) or type(error).__name__
        if problem != self._problem:
            log.log(*((logging.INFO, "the store works again") if problem is None else (logging.ERROR, problem)))
        self._problem = problem
        self._checked_s = monotonic()
        self._write = None

    async def close(self) -> None:
        """Cancel the probe write in progress, if any."""
        if self._write is not None:
            self._write.cancel()
            await asyncio.wait((self._write,), timeout=PROBE_TIMEOUT_S)
