"""Persistent storage of events, players and logs, in SQLite or PostgreSQL."""

from dottable.store.contract import (
    Conflict,
    DamagedEvents,
    LogRow,
    NewerSchema,
    PlayerRow,
    Status,
    Store,
    StoredTable,
    StoreError,
    TableQuery,
    TableRow,
)
from dottable.store.store_factory import open_store

__all__ = [
    "Conflict",
    "DamagedEvents",
    "LogRow",
    "NewerSchema",
    "PlayerRow",
    "Status",
    "Store",
    "StoreError",
    "StoredTable",
    "TableQuery",
    "TableRow",
    "open_store",
]
