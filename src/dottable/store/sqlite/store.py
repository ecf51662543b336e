"""A store in one SQLite file, with a write-ahead log, one writer thread and several reader threads."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from dottable.store.contract import FencingToken, StoreError, TableRow, WriteCallback
from dottable.store.sql import statements as sql
from dottable.store.sql.migrations import (
    CREATE_VERSION_TABLE,
    INSERT_VERSION,
    SELECT_VERSION,
    migrations,
    missing_migrations,
)
from dottable.store.sql.sql_store import SqlStore
from dottable.store.sqlite.file_permissions import make_private
from dottable.store.sqlite.writer import EventRow, SqliteWriter, WriteJob, insert_events_after

READER_THREADS = 2
"""Number of threads for queries, each with its own connection."""
CHECKPOINT_PAGES = 4000
"""Size of the write-ahead log at which SQLite writes it back to the database: about 16 MB. Larger than the default,
because appends wait during a checkpoint."""
CACHED_STATEMENTS = 200
"""Number of prepared statements kept per connection. `writer.py` uses one statement per batch size."""
LOCK_TIMEOUT_S = 30.0
"""Time in seconds to wait for another process that has locked the file."""


class SqliteStore(SqlStore):
    """A store in the SQLite file `path`."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._writer: SqliteWriter | None = None
        self._threads = ThreadPoolExecutor(READER_THREADS, thread_name_prefix="sqlite-reader")
        self._readers: queue.SimpleQueue[sqlite3.Connection] = queue.SimpleQueue()

    async def start(self) -> None:
        connection = await asyncio.to_thread(self._open_connections)
        self._writer = SqliteWriter(connection, self.statistics)

    async def close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            await writer.close()
        await asyncio.to_thread(self._threads.shutdown)
        while not self._readers.empty():
            self._readers.get().close()

    async def append_events(
        self,
        table_id: str,
        first_n: int,
        bodies: Sequence[bytes],
        index: TableRow | None = None,
        token: FencingToken | None = None,
    ) -> None:
        assert token is None, "one process uses a SQLite file, so its tables have no other owner"
        sql.check_append(table_id, first_n, bodies, index)
        events = numbered_events(table_id, first_n, bodies)
        if events and first_n and index is None:
            await self._running_writer().append_events(events)
            return
        row = list(sql.save_table_statements(index)) if index else []

        def operation(connection: sqlite3.Connection) -> None:
            insert_events_after(connection, table_id, first_n, events)
            for statement, values in row:
                connection.execute(statement, values)

        await self._running_writer().run_operation(operation)

    def append_with_callback(
        self,
        table_id: str,
        first_n: int,
        bodies: Sequence[bytes],
        callback: WriteCallback,
        token: FencingToken | None = None,
    ) -> None:
        assert token is None
        self._running_writer().submit_job(WriteJob(None, numbered_events(table_id, first_n, bodies), callback))

    async def redeem_transfer_code(self, code_hash: str, token_hash: str, now: int) -> str | None:
        found: list[tuple[str]] = []

        def operation(connection: sqlite3.Connection) -> None:
            found[:] = connection.execute(sql.TAKE_TRANSFER, (code_hash, now)).fetchall()
            for (player,) in found:
                connection.execute(sql.UPSERT_TOKEN, (token_hash, player))

        await self._running_writer().run_operation(operation)
        return found[0][0] if found else None

    async def _write(self, statements: Sequence[sql.Statement]) -> None:
        def operation(connection: sqlite3.Connection) -> None:
            for statement, values in statements:
                connection.execute(statement, values)

        await self._running_writer().run_operation(operation)

    async def _fetch(self, statement: str, *values: Any) -> Sequence[Sequence[Any]]:
        self._running_writer()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, statement, values)
        except (sqlite3.Error, ValueError) as error:
            self.statistics.read_errors += 1
            raise StoreError(f"SQLite could not read: {error}.") from error

    def _running_writer(self) -> SqliteWriter:
        if self._writer is None:
            raise StoreError("The store is not running.")
        return self._writer

    def _read(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        reader = self._readers.get()
        try:
            return reader.execute(statement, values).fetchall()
        finally:
            self._readers.put(reader)

    def _open_connections(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            make_private(self.path)
            connection = self._connect()
            apply_migrations(connection)
            for _ in range(READER_THREADS):
                reader = self._connect()
                reader.execute("PRAGMA query_only = ON")
                self._readers.put(reader)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"The store '{self.path}' cannot be opened: {error}.") from error
        return connection

    def _connect(self) -> sqlite3.Connection:
        # A connection may change threads, but only one thread uses it at a time.
        connection = sqlite3.connect(
            self.path,
            LOCK_TIMEOUT_S,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=CACHED_STATEMENTS,
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA temp_store = MEMORY")  # rollback data of large statements; a file by default
        connection.execute("PRAGMA fullfsync = ON")  # without this setting, macOS does not flush the disk cache
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        return connection


def numbered_events(table_id: str, first_n: int, bodies: Sequence[bytes]) -> list[EventRow]:
    return [(table_id, n, body) for n, body in enumerate(bodies, start=first_n)]


def apply_migrations(connection: sqlite3.Connection) -> None:
    """Migrate the schema of a SQLite database to the latest version, in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(CREATE_VERSION_TABLE)
        present = connection.execute(SELECT_VERSION).fetchone()[0]
        for step in missing_migrations(present, migrations("sqlite")):
            for statement in step.statements():
                connection.execute(statement)
            connection.execute(INSERT_VERSION, (step.version, step.name))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        connection.close()
        raise
