"""Access rights of database files. Only the owner may read them, because they hold the seeds of live matches."""

from __future__ import annotations

import contextlib
import logging
import os
import stat
from pathlib import Path

log = logging.getLogger("dottable.store")

OWNER_ONLY = 0o600
DATABASE_FILE_SUFFIXES = ("", "-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps for one database."""


def make_private(path: Path) -> None:
    """Create a database file that only its owner may read, or remove the rights of other users from an existing file.

    SQLite gives its side files the same rights as the database.
    """
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY))
    for suffix in DATABASE_FILE_SUFFIXES:
        file = path.with_name(path.name + suffix)
        with contextlib.suppress(FileNotFoundError):  # another process may remove a side file at any time
            if stat.S_IMODE(file.stat().st_mode) & ~OWNER_ONLY:
                _remove_rights_of_others(file)


def _remove_rights_of_others(file: Path) -> None:
    try:
        file.chmod(OWNER_ONLY)
    except OSError as error:
        log.warning("'%s' holds secret seeds, but its access rights cannot be changed: %s", file, error.strerror)
        return
    log.warning("'%s' holds secret seeds: now only its owner can read it", file)
