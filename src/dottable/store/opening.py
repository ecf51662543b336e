"""Which store an address means."""

from __future__ import annotations

from pathlib import Path

from dottable.store.contract import Store, StoreError

SQLITE = "sqlite:///"
POSTGRES = ("postgresql://", "postgres://")


def open_store(address: str | Path) -> Store:
    """The store of a path, `sqlite:///path` or `postgresql://...`; still to be started."""
    text = str(address)
    if text.startswith(POSTGRES):
        from dottable.store.postgres import PostgresStore

        return PostgresStore(text)
    if "://" in text and not text.startswith(SQLITE):
        raise StoreError("A store is a file, sqlite:///FILE or postgresql://HOST/DATABASE.")
    path = text.removeprefix(SQLITE)
    if not path or path == ":memory:":
        raise StoreError("SQLite needs the name of a file: what is kept in memory does not last.")
    from dottable.store.sqlite import SqliteStore

    return SqliteStore(Path(path))
