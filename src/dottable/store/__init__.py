"""Persistent storage of events, players and logs, in SQLite or PostgreSQL."""

from dottable.store.contract import (
    Conflict,
    LogRow,
    NewerSchema,
    PlayerRow,
    Status,
    Store,
    StoreError,
    TableQuery,
    TableRow,
)
from dottable.store.store_factory import open_store

__all__ = [
    "Conflict",
    "LogRow",
    "NewerSchema",
    "PlayerRow",
    "Status",
    "Store",
    "StoreError",
    "TableQuery",
    "TableRow",
    "open_store",
]
