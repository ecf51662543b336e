"""Child processes that do not outlive their parent."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

PARENT_CHECK_S = 0.25
"""Seconds between two checks whether the parent process still runs."""


def end_with_parent(parent: int | None = None) -> None:
    """End this process soon after its parent has ended, even if the parent was killed. Call it in the child.

    Pass the parent's process id if the parent may have ended before this call.
    """
    threading.Thread(target=_wait_and_exit, args=(parent or os.getppid(),), name="end-with-parent", daemon=True).start()


def _wait_and_exit(parent: int) -> None:
    """Wait until the parent process has ended, then exit with code 1."""
    if sys.platform == "win32":
        import _winapi

        handle = _winapi.OpenProcess(_winapi.SYNCHRONIZE, 0, parent)
        _winapi.WaitForSingleObject(handle, _winapi.INFINITE)
    else:
        while os.getppid() == parent:
            time.sleep(PARENT_CHECK_S)
    os._exit(1)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Context manager that delays Ctrl-C until its end. Child processes that start inside never receive it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
