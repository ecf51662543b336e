"""Ctrl-C between two steps, never in the middle of one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """While it is entered, an interrupt that comes during `held()` waits until that has ended."""

    def __init__(self) -> None:
        self._is_held = self._is_waiting = False

    @contextmanager
    def watched(self) -> Iterator[Interrupts]:
        """Handle Ctrl-C; outside the main thread there is none to handle."""
        if threading.current_thread() is not threading.main_thread():
            yield self
            return
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield self
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def held(self) -> Iterator[None]:
        """A step that is done as a whole."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
        if self._is_waiting:
            self._is_waiting = False
            raise KeyboardInterrupt

    def _interrupt(self, _: int, __: FrameType | None) -> None:
        if not self._is_held:
            raise KeyboardInterrupt
        self._is_waiting = True
