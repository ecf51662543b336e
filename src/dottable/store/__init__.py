"""What lasts: events of tables, players and logs, in SQLite or PostgreSQL."""

from dottable.store.contract import Conflict, LogRow, NewerSchema, PlayerRow, Status, Store, StoreError, TableRow
from dottable.store.opening import open_store

__all__ = [
    "Conflict",
    "LogRow",
    "NewerSchema",
    "PlayerRow",
    "Status",
    "Store",
    "StoreError",
    "TableRow",
    "open_store",
]
