"""The task that appends events to PostgreSQL, with group commit.

Appends that arrive during a commit share the next transaction. After a lost connection the writer reconnects and
finds out what was committed before it reports a result.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from dottable.store.contract import Conflict, StoreError, TableRow, WriteCallback
from dottable.store.postgres.errors import as_store_error, conflict_errors, connection_errors
from dottable.store.sql import statements as sql
from dottable.store.sql.write_callbacks import resolve_future, run_callback
from dottable.store.sql.write_statistics import WriteStatistics

MAX_BATCH_APPENDS = 512
"""Appends in one transaction."""
RECONNECT_TIMEOUT_S = 30.0
"""Time after which a lost database is given up."""
RECONNECT_PAUSE_S = 0.25
"""Pause between attempts to reconnect."""

INSERT_EVENTS = """
INSERT INTO events (table_id, n, body) SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[])
"""
SELECT_MISSING_EVENTS = """
SELECT asked.table_id, asked.n FROM unnest($1::text[], $2::int[]) AS asked (table_id, n)
WHERE NOT EXISTS (SELECT FROM events WHERE events.table_id = asked.table_id AND events.n = asked.n)
"""


@dataclass(frozen=True)
class QueuedAppend:
    """Events and row to store, and the callback for the result."""

    table_id: str
    first_n: int
    bodies: Sequence[bytes]
    row: TableRow | None
    callback: WriteCallback

    @property
    def events(self) -> list[tuple[str, int, bytes]]:
        return [(self.table_id, n, body) for n, body in enumerate(self.bodies, start=self.first_n)]


class PostgresWriter:
    """Writes appends in order. A failed append does not affect others."""

    def __init__(self, connect: Callable[[], Awaitable[Any]], statistics: WriteStatistics) -> None:
        self._connect = connect
        self._statistics = statistics
        self._connection: Any = None
        self._queue: asyncio.Queue[QueuedAppend | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())

    async def append(self, table_id: str, first_n: int, bodies: Sequence[bytes], row: TableRow | None) -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.submit(QueuedAppend(table_id, first_n, bodies, row, partial(resolve_future, written)))
        await written

    def submit(self, append: QueuedAppend) -> None:
        """Queue an append. Its callback is called after the commit."""
        self._queue.put_nowait(append)

    async def close(self) -> None:
        """Write everything in the queue, then stop."""
        self._queue.put_nowait(None)
        await self._task
        if self._connection is not None:
            await self._connection.close()

    async def _run(self) -> None:
        is_open = True
        while is_open:
            batch = [await self._queue.get()]
            while len(batch) < MAX_BATCH_APPENDS and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            is_open = None not in batch
            appends = [append for append in batch if append is not None]
            if appends:
                started_s = perf_counter()
                self._statistics.add_batch(started_s, await self._commit(appends))

    async def _commit(self, batch: list[QueuedAppend]) -> list[Exception | None]:
        """Write a batch in one transaction; if that fails, each append in its own. Return the outcomes."""
        give_up_at = asyncio.get_running_loop().time() + RECONNECT_TIMEOUT_S
        try:
            await self._insert(batch)
        except Exception as error:
            is_unsure = self._is_connection_lost(error)
            outcomes = []
            for append in batch:
                outcomes.append(await self._retry(append, give_up_at, is_unsure=is_unsure))
                run_callback(append.callback, outcomes[-1])
            return outcomes
        for append in batch:
            run_callback(append.callback, None)
        return [None] * len(batch)

    async def _retry(self, append: QueuedAppend, give_up_at: float, *, is_unsure: bool) -> Exception | None:
        """Retry an append until the database answers; return None if its events are stored, else the error."""
        while True:
            try:
                await self._insert_unless_stored(append, is_unsure=is_unsure)
            except Exception as error:
                if not self._is_connection_lost(error):
                    return as_store_error(error)
                if asyncio.get_running_loop().time() > give_up_at:
                    return StoreError(f"PostgreSQL cannot be reached: {error}.")
                is_unsure = True
                await asyncio.sleep(RECONNECT_PAUSE_S)
            else:
                return None

    async def _insert_unless_stored(self, append: QueuedAppend, *, is_unsure: bool) -> None:
        try:
            await self._insert([append])
        except conflict_errors():
            if not (is_unsure and await self._is_stored(append)):
                raise

    def _is_connection_lost(self, error: Exception) -> bool:
        is_closed = self._connection is None or self._connection.is_closed()
        return is_closed or isinstance(error, connection_errors())

    async def _open_connection(self) -> Any:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        return self._connection

    async def _insert(self, batch: list[QueuedAppend]) -> None:
        connection = await self._open_connection()
        # All processes insert in the same order, which prevents deadlocks.
        events = sorted(event for append in batch for event in append.events)
        before = [(append.table_id, append.first_n - 1) for append in batch if append.first_n]
        async with connection.transaction():
            await connection.execute(INSERT_EVENTS, *_columns_of_rows(events, 3))
            gaps = await connection.fetch(SELECT_MISSING_EVENTS, *_columns_of_rows(before, 2)) if before else []
            if gaps:
                raise Conflict(f"Event {gaps[0][1]} is missing before event {gaps[0][1] + 1}.")
            await _save_rows(connection, batch)

    async def _is_stored(self, append: QueuedAppend) -> bool:
        connection = await self._open_connection()
        rows = await connection.fetch(
            sql.with_numbered_placeholders(sql.SELECT_EVENTS), append.table_id, append.first_n
        )
        return [row[1] for row in rows[: len(append.bodies)]] == list(append.bodies)


async def _save_rows(connection: Any, batch: list[QueuedAppend]) -> None:
    last = {append.table_id: append.row for append in batch if append.row is not None}
    by_sql: dict[str, list[tuple[Any, ...]]] = {}
    for table_id in sorted(last):
        for statement, values in sql.save_table_statements(last[table_id]):
            by_sql.setdefault(statement, []).append(values)
    for statement, all_values in by_sql.items():
        await connection.executemany(sql.with_numbered_placeholders(statement), all_values)


def _columns_of_rows(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[k] for row in rows] for k in range(width)]
