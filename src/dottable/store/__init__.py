"""Persistent storage of events, players and logs, in SQLite or PostgreSQL."""

from dottable.store.contract import (
    AppendConflict,
    AppendFenced,
    DamagedEvents,
    FencingToken,
    LogRow,
    NewerSchema,
    PlayerReview,
    PlayerRow,
    ReviewRow,
    Store,
    StoredTable,
    StoreError,
    TableQuery,
    TableRow,
    TableStatus,
)
from dottable.store.store_factory import open_store

__all__ = [
    "AppendConflict",
    "AppendFenced",
    "DamagedEvents",
    "FencingToken",
    "LogRow",
    "NewerSchema",
    "PlayerReview",
    "PlayerRow",
    "ReviewRow",
    "Store",
    "StoreError",
    "StoredTable",
    "TableQuery",
    "TableRow",
    "TableStatus",
    "open_store",
]
