"""Creates a store from its address (a path or a URL)."""

from __future__ import annotations

from pathlib import Path

from dottable.store.contract import Store, StoreError

SQLITE_PREFIX = "sqlite:///"
POSTGRES_PREFIXES = ("postgresql://", "postgres://")


def is_postgres(address: str | Path) -> bool:
    """Return whether an address is the URL of a PostgreSQL database."""
    return str(address).startswith(POSTGRES_PREFIXES)


def sqlite_path(address: str | Path) -> Path:
    """Return the file of a SQLite address. Raise StoreError for any other kind of address."""
    text = str(address)
    if "://" in text and not text.startswith(SQLITE_PREFIX):
        raise StoreError("Unknown kind of store. Available: a file, sqlite:///FILE, postgresql://HOST/DATABASE.")
    path = text.removeprefix(SQLITE_PREFIX)
    if not path or path == ":memory:":
        raise StoreError("SQLite needs a file name, because data in memory is not durable.")
    return Path(path)


def open_store(address: str | Path, command_timeout_s: float | None = None) -> Store:
    """Return a new store for a path, `sqlite:///path` or `postgresql://...`. The caller must start it.

    `command_timeout_s` is the time limit in seconds for one statement of PostgreSQL.
    """
    text = str(address)
    if is_postgres(text):
        from dottable.store.postgres.store import COMMAND_TIMEOUT_S, PostgresStore

        return PostgresStore(text, command_timeout_s or COMMAND_TIMEOUT_S)
    path = sqlite_path(text)
    from dottable.store.sqlite.store import SqliteStore

    return SqliteStore(path)
