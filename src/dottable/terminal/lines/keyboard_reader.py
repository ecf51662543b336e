"""Reads lines from the keyboard while the match continues."""

from __future__ import annotations

import sys
from collections.abc import Callable

from dottable.terminal.tables.daemon_thread import run_in_daemon_thread


class LineReader:
    """Reads one line at a time in a daemon thread, so that the event loop stays free."""

    def __init__(self, read_line: Callable[[], str] | None = None) -> None:
        self._read_line = read_line or sys.stdin.readline
        self.is_interactive = read_line is None and sys.stdin.isatty()
        """Whether the input is a keyboard. Other input is read only when a question waits for an answer."""

    async def next_line(self) -> str | None:
        """Return the next line; None at the end of input."""
        line = await run_in_daemon_thread(self._read_lines)
        return line.rstrip("\r\n") if line else None

    def _read_lines(self) -> str:
        try:
            return self._read_line()
        except (EOFError, OSError, ValueError):
            return ""
