"""Ctrl-C between two steps of a loop, never in the middle of one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class DeferredInterrupts:
    """A SIGINT handler that raises KeyboardInterrupt only outside of `deferred()` blocks."""

    def __init__(self) -> None:
        self._is_deferring = self._is_pending = False

    @contextmanager
    def install(self) -> Iterator[DeferredInterrupts]:
        """Install the handler. Outside the main thread do nothing, since Python delivers no signals there."""
        if threading.current_thread() is not threading.main_thread():
            yield self
            return
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield self
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def deferred(self) -> Iterator[None]:
        """Run a step as a whole. An interrupt during the step is raised at its end."""
        self._is_deferring = True
        try:
            yield
        finally:
            self._is_deferring = False
        if self._is_pending:
            self._is_pending = False
            raise KeyboardInterrupt

    def _interrupt(self, _: int, __: FrameType | None) -> None:
        if not self._is_deferring:
            raise KeyboardInterrupt
        self._is_pending = True
