"""Handling of Ctrl-C. It ends a command at once without a traceback, or after a clean-up if the command needs one.

Python runs signal handlers only between two bytecodes of the main thread. A compiled kernel or a compilation can keep
that thread busy for a minute. So a separate thread waits for the signal.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

EXIT_STATUS_INTERRUPTED = 130
"""Exit status of a command that was stopped by Ctrl-C."""
MAX_REACTION_S = 1.2
"""Time in seconds for a command to notice Ctrl-C. If it does not (inside a compiler, for example), it ends without a
clean-up."""
MAX_CLEANUP_S = 30.0
"""Time in seconds for the clean-up of a command. A second Ctrl-C ends the process at once."""
KEEPING_RESULTS_MESSAGE = b"dottable: keeping the results so far. Press Ctrl-C again to stop at once.\n"
CLEAR_LINE_AND_SHOW_CURSOR = b"\r\x1b[2K\x1b[?25h"
"""Terminal codes that remove what a progress bar leaves on the screen."""

_active_cleanups: list[str] = []
"""One item for each active `cleanup_on_interrupt` block."""
_interrupt_received = threading.Event()
"""Set when the main thread has received Ctrl-C."""


def exit_at_interrupt() -> None:
    """Install the Ctrl-C handling for this process. Only the program `dottable` does this, never a library call."""
    receiver, sender = socket.socketpair()
    sender.settimeout(0)
    signal.signal(signal.SIGINT, _handle_interrupt)
    signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=_end_after_interrupt, args=(receiver, sender), name="interrupts", daemon=True).start()


@contextmanager
def cleanup_on_interrupt() -> Iterator[None]:
    """Make Ctrl-C raise KeyboardInterrupt in a `with` block, so that results can be kept and files closed."""
    _active_cleanups.append("active")
    try:
        yield
    finally:
        _active_cleanups.pop()


@contextmanager
def interrupts_left_to_server() -> Iterator[None]:
    """Disable our Ctrl-C handling in a `with` block whose code handles SIGINT itself, as uvicorn does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.set_wakeup_fd(-1)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)


def end_process() -> None:
    """End this process now. Its child processes notice this and end as well."""
    text = b"\ndottable: stopped.\n"
    os.write(2, CLEAR_LINE_AND_SHOW_CURSOR + text[1:] if os.isatty(2) else text[1:])
    os._exit(EXIT_STATUS_INTERRUPTED)


def _handle_interrupt(_: int, __: FrameType | None) -> None:
    if not _active_cleanups:
        end_process()
    _interrupt_received.set()
    raise KeyboardInterrupt


def _end_after_interrupt(receiver: socket.socket, _sender: socket.socket) -> None:
    """Wait for SIGINT. End the process if it does not end by itself."""
    while signal.SIGINT not in receiver.recv(1):
        pass
    # The main thread may have noticed the signal and left its clean-up block before this thread wakes up.
    has_cleanup = bool(_active_cleanups) or _interrupt_received.is_set()
    if has_cleanup and not _is_interrupted_again(receiver, MAX_REACTION_S) and _interrupt_received.is_set():
        os.write(2, KEEPING_RESULTS_MESSAGE)
        _is_interrupted_again(receiver, MAX_CLEANUP_S)
    end_process()


def _is_interrupted_again(receiver: socket.socket, within_s: float) -> bool:
    """Return whether SIGINT arrives within `within_s` seconds."""
    receiver.settimeout(within_s)
    try:
        while signal.SIGINT not in receiver.recv(1):
            pass
    except TimeoutError:
        return False
    return True


class DeferredInterrupts:
    """A SIGINT handler that raises KeyboardInterrupt only outside `hold_interrupts()` blocks."""

    def __init__(self) -> None:
        self._is_deferring = self._is_pending = False

    @contextmanager
    def install_handler(self) -> Iterator[DeferredInterrupts]:
        """Install the handler. Do nothing outside the main thread, because Python delivers no signals there."""
        if threading.current_thread() is not threading.main_thread():
            yield self
            return
        with cleanup_on_interrupt():
            before = signal.signal(signal.SIGINT, self._on_sigint)
            try:
                yield self
            finally:
                signal.signal(signal.SIGINT, before)

    @contextmanager
    def hold_interrupts(self) -> Iterator[None]:
        """Run a `with` block to its end. An interrupt during the block is raised at its end."""
        self._is_deferring = True
        try:
            yield
        finally:
            self._is_deferring = False
        if self._is_pending:
            self._is_pending = False
            raise KeyboardInterrupt

    def _on_sigint(self, _: int, __: FrameType | None) -> None:
        _interrupt_received.set()
        if not self._is_deferring:
            raise KeyboardInterrupt
        self._is_pending = True
