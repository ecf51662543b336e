"""The task that appends events to PostgreSQL, with group commit.

Appends that arrive during a commit share the next transaction. After a lost connection the writer reconnects and checks
what was committed before it reports a result.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from dottable.store.contract import AppendConflict, AppendFenced, FencingToken, StoreError, TableRow, WriteCallback
from dottable.store.postgres.errors import as_store_error, conflict_errors, connection_errors
from dottable.store.sql import statements as sql
from dottable.store.sql.store_metrics import StoreMetrics
from dottable.store.sql.write_callbacks import resolve_future, run_callback

MAX_BATCH_APPENDS = 512
"""Maximum number of appends in one transaction."""
RECONNECT_TIMEOUT_S = 30.0
"""Time in seconds after which the writer stops trying to reconnect."""
FENCED_RECONNECT_TIMEOUT_S = 3.0
"""Time in seconds after which a node of a cluster stops trying to reconnect. By then another node owns its tables."""
RECONNECT_PAUSE_S = 0.25
"""Pause between two attempts to reconnect, in seconds."""

INSERT_EVENTS = """
WITH given AS (SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[]) AS given (table_id, n, body)),
asked AS (
    SELECT * FROM unnest($4::text[], $5::int[], $6::text[], $7::int[]) AS asked (table_id, first_n, owner, epoch)
),
checked AS (
    SELECT table_id, first_n,
    owner IS NOT NULL AND NOT EXISTS (
        SELECT FROM tables WHERE id = asked.table_id AND tables.owner = asked.owner AND tables.epoch = asked.epoch
    ) AS is_fenced,
    NOT EXISTS (SELECT FROM events WHERE events.table_id = asked.table_id AND n = first_n - 1)
    AND NOT EXISTS (SELECT FROM given WHERE given.table_id = asked.table_id AND n = first_n - 1) AS has_gap
    FROM asked
),
refused AS (SELECT * FROM checked WHERE is_fenced OR has_gap),
inserted AS (
    INSERT INTO events (table_id, n, body)
    SELECT table_id, n, body FROM given WHERE table_id NOT IN (SELECT table_id FROM refused) ORDER BY table_id, n
)
SELECT table_id, first_n, is_fenced FROM refused
"""
"""Stores the events of all tables whose last event exists and whose token is valid; returns the other tables.

It is one statement, so that a process that is stopped meanwhile leaves no open transaction with locks behind.
"""
NO_FENCING_TOKEN = (None, None)
SET_FIRST_OWNER = "UPDATE tables SET owner = $2, epoch = $3 WHERE id = $1"


@dataclass(frozen=True)
class QueuedAppend:
    """Events and table row to store, and the callback that receives the result."""

    table_id: str
    first_n: int
    bodies: Sequence[bytes]
    row: TableRow | None
    callback: WriteCallback
    token: FencingToken | None = None

    @property
    def numbered_events(self) -> list[tuple[str, int, bytes]]:
        return [(self.table_id, n, body) for n, body in enumerate(self.bodies, start=self.first_n)]


class PostgresWriter:
    """Writes appends in the order of their arrival. A failed append does not affect others."""

    def __init__(self, connect: Callable[[], Awaitable[Any]], statistics: StoreMetrics) -> None:
        self._connect = connect
        self._statistics = statistics
        self._connection: Any = None
        self._queue: asyncio.Queue[QueuedAppend | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._write_until_closed())

    async def append_events(
        self,
        table_id: str,
        first_n: int,
        bodies: Sequence[bytes],
        row: TableRow | None,
        token: FencingToken | None,
    ) -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.submit_append(QueuedAppend(table_id, first_n, bodies, row, partial(resolve_future, written), token))
        await written

    def submit_append(self, append: QueuedAppend) -> None:
        """Queue an append. Its callback is called after the commit."""
        self._queue.put_nowait(append)

    async def close(self) -> None:
        """Write all queued appends, then stop the writer's task."""
        self._queue.put_nowait(None)
        await self._task
        if self._connection is not None:
            await self._connection.close()

    async def _write_until_closed(self) -> None:
        is_open = True
        while is_open:
            batch = [await self._queue.get()]
            while len(batch) < MAX_BATCH_APPENDS and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            is_open = None not in batch
            appends = [append for append in batch if append is not None]
            if appends:
                started_s = perf_counter()
                self._statistics.add_batch(started_s, await self._commit_batch(appends))

    async def _commit_batch(self, batch: list[QueuedAppend]) -> list[Exception | None]:
        """Write a batch in one transaction; if that fails, each append in its own.

        Return one error or None per append.
        """
        started_s = asyncio.get_running_loop().time()
        refused: dict[str, StoreError] = {}
        failure: Exception | None = None
        try:
            refused = await self._insert_batch(batch) or {}
        except Exception as error:
            failure = error
        is_unsure = failure is not None and self._is_connection_lost(failure)
        outcomes: list[Exception | None] = []
        for append in batch:
            outcome: Exception | None = refused.get(append.table_id)
            if failure is not None or isinstance(
                outcome, AppendConflict
            ):  # another append of the batch may be the cause
                timeout_s = RECONNECT_TIMEOUT_S if append.token is None else FENCED_RECONNECT_TIMEOUT_S
                outcome = await self._retry_append(append, started_s + timeout_s, is_unsure=is_unsure)
            outcomes.append(outcome)
            run_callback(append.callback, outcome)
        return outcomes

    async def _retry_append(self, append: QueuedAppend, give_up_at: float, *, is_unsure: bool) -> Exception | None:
        """Retry an append until the database answers. Return None if its events are stored, else the error."""
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
            refused = await self._insert_batch([append])
            if refused:
                raise refused[append.table_id]
        except Exception as error:
            is_refused = isinstance(error, (*conflict_errors(), AppendConflict, AppendFenced))
            if not (is_refused and is_unsure and await self._is_stored(append)):
                raise

    def _is_connection_lost(self, error: Exception) -> bool:
        if isinstance(error, TimeoutError) and self._connection is not None:
            self._connection.terminate()  # a hung connection would also hang the next statement
        is_closed = self._connection is None or self._connection.is_closed()
        return is_closed or isinstance(error, connection_errors())

    async def _open_connection(self) -> Any:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        return self._connection

    async def _insert_batch(self, batch: list[QueuedAppend]) -> dict[str, StoreError]:
        """Write a batch in one transaction, without the appends to refused tables.

        Return the error of each refused table.
        """
        connection = await self._open_connection()
        if all(append.row is None for append in batch):
            return await _insert_events(connection, batch)
        async with connection.transaction():
            refused = await _insert_events(connection, batch)
            accepted = [append for append in batch if append.table_id not in refused]
            await _save_rows(connection, accepted)
            for append in accepted:
                if append.token is not None and append.first_n == 0:
                    await connection.execute(SET_FIRST_OWNER, append.table_id, *append.token)
        return refused

    async def _is_stored(self, append: QueuedAppend) -> bool:
        connection = await self._open_connection()
        rows = await connection.fetch(
            sql.with_numbered_placeholders(sql.SELECT_EVENTS), append.table_id, append.first_n
        )
        return [row[1] for row in rows[: len(append.bodies)]] == list(append.bodies)


async def _insert_events(connection: Any, batch: list[QueuedAppend]) -> dict[str, StoreError]:
    """Insert the events of all tables that are not refused. Return the error of each refused table, by table id."""
    # All processes insert in the same order, which prevents deadlocks.
    events = sorted(event for append in batch for event in append.numbered_events)
    appends = [
        (append.table_id, append.first_n, *(append.token or NO_FENCING_TOKEN)) for append in batch if append.first_n
    ]
    rows = await connection.fetch(INSERT_EVENTS, *_columns_of_rows(events, 3), *_columns_of_rows(appends, 4))
    return {
        table_id: AppendFenced("Another node owns this table now.")
        if is_fenced
        else AppendConflict(f"Event {first_n - 1} is missing before event {first_n}.")
        for table_id, first_n, is_fenced in rows
    }


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
