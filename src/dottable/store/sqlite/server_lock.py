"""A file lock that keeps a second server from using a SQLite database.

The lock ends with the process, even after a crash.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from dottable.store.contract import StoreError

LOCK_SUFFIX = "-server"
"""Suffix of the file that a server locks. The file is kept when the server stops."""
STORE_IN_USE = (
    "Another Dottable server uses '{path}'. Stop it first, or give this server another file with --data or --store. "
    "Several servers need PostgreSQL."
)


class ServerLock:
    """Locks the store at `path` for this process. Raises StoreError if another process holds the lock."""

    def __init__(self, path: Path) -> None:
        file = path.with_name(path.name + LOCK_SUFFIX)
        try:
            self._file = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise StoreError(f"The store '{path}' cannot be locked: {error.strerror}.") from None
        try:
            lock_file(self._file)
        except OSError:
            os.close(self._file)
            raise StoreError(STORE_IN_USE.format(path=path)) from None

    def release(self) -> None:
        """Release the lock, so that other processes may use the store."""
        os.close(self._file)


def lock_file(descriptor: int) -> None:
    """Lock the first byte of a file. Raise OSError if another process holds the lock."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1)
