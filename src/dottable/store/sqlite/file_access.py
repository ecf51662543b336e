"""Access rights of database files: they hold the seeds of live matches, so only their owner may read them."""

from __future__ import annotations

import contextlib
import logging
import os
import stat
from pathlib import Path

log = logging.getLogger("dottable.store")

OWNER_ONLY = 0o600
SIDE_FILES = ("", "-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps for one database."""


def make_private(path: Path) -> None:
    """Create a database file for its owner only, or take the rights of others away from an existing one.

    SQLite gives its side files the rights of the database.
    """
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY))
    for suffix in SIDE_FILES:
        file = path.with_name(path.name + suffix)
        with contextlib.suppress(FileNotFoundError):  # another process may remove a side file at any time
            if stat.S_IMODE(file.stat().st_mode) & ~OWNER_ONLY:
                _tighten(file)


def _tighten(file: Path) -> None:
    try:
        file.chmod(OWNER_ONLY)
    except OSError as error:
        log.warning("'%s' holds secret seeds, but its access rights cannot be changed: %s", file, error.strerror)
        return
    log.warning("'%s' holds secret seeds: now only its owner can read it", file)
