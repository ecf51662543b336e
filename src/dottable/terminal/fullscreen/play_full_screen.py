"""Plays a match full-screen, and prints its result after the screen is closed."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from dottable.core.errors import DottableError
from dottable.terminal.fullscreen.match_app import MatchApp
from dottable.terminal.match.result_text import result_lines
from dottable.terminal.tables.table_connection import TableConnection

LEFT_SENTENCE = "You left the match."


@contextmanager
def interrupts_left_to_client() -> Iterator[None]:
    """Let the client handle Ctrl-C in a `with` block, so that it can restore the terminal."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    wakeup = signal.set_wakeup_fd(-1)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        signal.set_wakeup_fd(wakeup)


def play_full_screen(table: TableConnection, *, can_play_again: bool) -> bool:
    """Play at a table. Return whether the player wants to play again."""
    app = MatchApp(table, can_play_again=can_play_again)
    try:
        with interrupts_left_to_client():
            plays_again = bool(app.run())
    finally:
        table.close()
    if isinstance(app.failure, DottableError):
        raise app.failure
    if app.failure is not None:
        raise app.failure
    for line in result_lines(app.table_state) or [LEFT_SENTENCE]:
        write_line(line)
    if app.table_state.position is not None:
        write_line(table.save_log())
    return plays_again


def write_line(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
