"""The portable backup file: a SQLite database with the tables of a store, and a digest over its rows."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from dottable.store.contract import StoreError
from dottable.store.sql.statements import TABLE_COLUMNS

BATCH_ROWS = 1000
"""Number of rows read or written at once."""


class BackupError(StoreError):
    """Raised when a backup cannot be made, read or restored."""


class PortableTable(NamedTuple):
    """A database table that belongs to a backup: columns, key, and the columns that are booleans in PostgreSQL."""

    name: str
    columns: tuple[str, ...]
    key: str
    booleans: frozenset[str] = frozenset()

    @property
    def select_sql(self) -> str:
        return f"SELECT {', '.join(self.columns)} FROM {self.name} ORDER BY {self.key}"

    @property
    def insert_sql(self) -> str:
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({', '.join('?' * len(self.columns))})"

    def with_booleans(self, row: Sequence[Any]) -> tuple[Any, ...]:
        """Return a SQLite row with booleans in place of 0 and 1, as PostgreSQL needs."""
        pairs = zip(self.columns, row, strict=True)
        return tuple(bool(value) if column in self.booleans else value for column, value in pairs)

    def with_integers(self, row: Sequence[Any]) -> tuple[Any, ...]:
        """Return a PostgreSQL row with 0 and 1 in place of booleans, as SQLite needs."""
        return tuple(int(value) if isinstance(value, bool) else value for value in row)


PORTABLE_TABLES = (
    PortableTable("tables", tuple(TABLE_COLUMNS.split(", ")), "id", frozenset({"is_private"})),
    PortableTable("events", ("table_id", "n", "body"), "table_id, n"),
    PortableTable("sitters", ("table_id", "seat", "player", "folded_name"), "table_id, seat"),
    PortableTable("players", ("id", "name", "colour", "created_at", "seen_at"), "id"),
    PortableTable("tokens", ("token_hash", "player"), "token_hash"),
    PortableTable(
        "logs", ("table_id", "content_hash", "text", "is_verified", "note"), "table_id", frozenset({"is_verified"})
    ),
    PortableTable("deleted_players", ("id", "deleted_at", "is_complete"), "id", frozenset({"is_complete"})),
    PortableTable(
        "reviews",
        ("table_id", "version", "claimant", "claimed_until", "is_complete", "body"),
        "table_id",
        frozenset({"is_complete"}),
    ),
    PortableTable("daily_puzzles", ("game", "day", "version", "body"), "game, day, version"),
    PortableTable("shared_values", ("name", "value"), "name"),
)
"""All tables of a store, except those of the schema version and the health check."""


class BackupSummary(NamedTuple):
    """Contents of a backup or a store: number of rows by table, and a SHA-256 over all rows."""

    rows: dict[str, int]
    digest: str


class RowDigest:
    """Accumulates row counts by table and a SHA-256 over all rows, which must come in the order of their keys."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()
        self._rows: dict[str, int] = {}

    def add_rows(self, table: PortableTable, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows of a table, with the types that SQLite uses."""
        self._rows.setdefault(table.name, 0)
        for row in rows:
            self._rows[table.name] += 1
            self._digest.update(msgspec.json.encode((table.name, *row)))

    def summary(self) -> BackupSummary:
        return BackupSummary(self._rows, self._digest.hexdigest())


@contextmanager
def open_sqlite_file(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a SQLite file for a `with` block. SQLite errors become BackupErrors."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise BackupError(f"The file '{path}' cannot be used: {error}.") from error


def sqlite_batches(connection: sqlite3.Connection, table: PortableTable) -> Iterator[list[tuple[Any, ...]]]:
    """Yield all rows of a table in batches."""
    cursor = connection.execute(table.select_sql)
    while rows := cursor.fetchmany(BATCH_ROWS):
        yield rows


def summary_of_file(path: Path) -> BackupSummary:
    """Return the summary of a SQLite file. Raise BackupError if the file is damaged or an event is missing."""
    digest = RowDigest()
    with open_sqlite_file(path) as connection:
        problems = connection.execute("PRAGMA integrity_check").fetchall()
        if problems != [("ok",)]:
            raise BackupError(f"The file '{path}' is damaged: {problems[0][0]}.")
        for table in PORTABLE_TABLES:
            digest.add_rows(table, ())
            for rows in sqlite_batches(connection, table):
                digest.add_rows(table, rows)
    return digest.summary()
