"""The store in one SQLite file, with Python's own sqlite3: a write-ahead log, one writing thread, readers beside it."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from dottable.store import statements as sql
from dottable.store.contract import StoreError, TableRow, Then
from dottable.store.schema import PRESENT_VERSION, RECORD_VERSION, VERSION_TABLE, migrations, missing
from dottable.store.sql_store import SqlStore
from dottable.store.sqlite_writer import EventRow, Job, SqliteWriter, insert_after

READERS = 2
CHECKPOINT_PAGES = 4000
"""The write-ahead log is moved into the file when it is about 16 MB; more seldom than usual, as appends wait for it."""
STATEMENTS_KEPT = 200
"""Enough for one of each size, see `sqlite_writer.py`."""
PATIENCE_S = 30.0
"""How long a writer waits for another process that holds the file."""


class SqliteStore(SqlStore):
    """A store in the file `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer: SqliteWriter | None = None
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="sqlite-reader")
        self._readers: queue.SimpleQueue[sqlite3.Connection] = queue.SimpleQueue()

    async def start(self) -> None:
        connection = await asyncio.to_thread(self._prepare)
        self._writer = SqliteWriter(connection)

    async def close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            await writer.close()
        await asyncio.to_thread(self._threads.shutdown)
        while not self._readers.empty():
            self._readers.get().close()

    async def append(self, table_id: str, first_n: int, bodies: Sequence[bytes], index: TableRow | None = None) -> None:
        sql.check_append(table_id, first_n, bodies, index)
        events = numbered_events(table_id, first_n, bodies)
        if events and first_n and index is None:
            await self._running().append(events)
            return
        row = list(sql.save_table(index)) if index else []

        def work(connection: sqlite3.Connection) -> None:
            insert_after(connection, table_id, first_n, events)
            for statement, values in row:
                connection.execute(statement, values)

        await self._running().write(work)

    def append_then(self, table_id: str, first_n: int, bodies: Sequence[bytes], then: Then) -> None:
        sql.check_append(table_id, first_n, bodies, None)
        self._running().ask(Job(None, numbered_events(table_id, first_n, bodies), then))

    async def _write(self, statements: Sequence[sql.Statement]) -> None:
        def work(connection: sqlite3.Connection) -> None:
            for statement, values in statements:
                connection.execute(statement, values)

        await self._running().write(work)

    async def _fetch(self, statement: str, *values: Any) -> Sequence[Sequence[Any]]:
        self._running()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, statement, values)
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(f"SQLite could not read: {error}.") from error

    def _running(self) -> SqliteWriter:
        if self._writer is None:
            raise StoreError("The store is not running.")
        return self._writer

    def _read(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        reader = self._readers.get()
        try:
            return reader.execute(statement, values).fetchall()
        finally:
            self._readers.put(reader)

    def _prepare(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = self._connect()
            upgrade(connection)
            for _ in range(READERS):
                reader = self._connect()
                reader.execute("PRAGMA query_only = ON")
                self._readers.put(reader)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"The store '{self.path}' cannot be opened: {error}.") from error
        return connection

    def _connect(self) -> sqlite3.Connection:
        # Connections wander between threads, but only one thread has each at a time.
        connection = sqlite3.connect(
            self.path, PATIENCE_S, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS_KEPT
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA temp_store = MEMORY")  # a statement over many rows keeps a way back, in a file else
        connection.execute("PRAGMA fullfsync = ON")  # without it macOS does not write through
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        return connection


def numbered_events(table_id: str, first_n: int, bodies: Sequence[bytes]) -> list[EventRow]:
    return [(table_id, n, body) for n, body in enumerate(bodies, start=first_n)]


def upgrade(connection: sqlite3.Connection) -> None:
    """Apply all missing steps in one transaction; of two processes at once the second finds nothing to do."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(VERSION_TABLE)
        present = connection.execute(PRESENT_VERSION).fetchone()[0]
        for step in missing(present, migrations("sqlite")):
            for statement in step.statements():
                connection.execute(statement)
            connection.execute(RECORD_VERSION, (step.version, step.name))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        connection.close()
        raise
