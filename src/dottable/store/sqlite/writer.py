"""The thread that writes to SQLite, with group commit.

Writes that arrive during a commit share the next transaction.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import chain
from time import perf_counter
from typing import Any, NamedTuple

from dottable.store.contract import AppendConflict, StoreError, WriteCallback
from dottable.store.sql import statements as sql
from dottable.store.sql.store_metrics import StoreMetrics
from dottable.store.sql.write_callbacks import resolve_future, run_callback

MAX_BATCH_JOBS = 512
"""Maximum number of jobs in one transaction. It limits how long the first job of a batch waits."""
MAX_ITERATIONS_WITHOUT_JOB = 2
"""Number of event-loop iterations without a new job after which a batch is written. Chosen for the most moves/s in
benchmarks/live."""
MAX_ROWS_PER_STATEMENT = 32
"""Maximum number of rows in one statement. A few large statements are faster than many small ones, because each
statement waits for the GIL."""

WriteOperation = Callable[[sqlite3.Connection], None]
EventRow = tuple[str, int, bytes]


class WriteJob(NamedTuple):
    """A write and the callback that receives its result."""

    operation: WriteOperation | None
    """Function that writes to the connection; None if the job only appends events."""
    events: Sequence[EventRow]
    callback: WriteCallback


class SqliteWriter:
    """Runs write jobs in the order of their arrival. A failed job does not affect others."""

    def __init__(self, connection: sqlite3.Connection, statistics: StoreMetrics) -> None:
        self._connection = connection
        self._statistics = statistics
        self._waiting: list[WriteJob] = []
        self._is_writing = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._batches: queue.SimpleQueue[list[WriteJob] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_until_closed, name="sqlite-writer", daemon=True)
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    async def run_operation(self, operation: WriteOperation) -> None:
        """Run an operation in a transaction. Return after its commit."""
        await self._submit_and_wait(operation, ())

    async def append_events(self, events: Sequence[EventRow]) -> None:
        """Append events of one existing table. Return after the commit."""
        await self._submit_and_wait(None, events)

    async def _submit_and_wait(self, operation: WriteOperation | None, events: Sequence[EventRow]) -> None:
        """Queue a write and wait until it is committed."""
        written: asyncio.Future[None] = self._loop.create_future()
        self.submit_job(WriteJob(operation, events, partial(resolve_future, written)))
        await written

    def submit_job(self, job: WriteJob) -> None:
        """Queue a job. Its callback is called after the commit."""
        self._waiting.append(job)
        if not self._is_writing:
            self._is_writing = True
            self._idle.clear()
            self._collect_batch()

    async def close(self) -> None:
        """Write all jobs in the queue, then stop the thread."""
        await self._idle.wait()
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

    def _collect_batch(self, before: int = 0, idle: int = 0) -> None:
        """Wait a few event-loop iterations for more jobs, then write the batch.

        Waiting pays off, because waking the thread costs more than writing one event.
        """
        now = len(self._waiting)
        idle = 0 if now > before else idle + 1
        if idle < MAX_ITERATIONS_WITHOUT_JOB and now < MAX_BATCH_JOBS:
            self._loop.call_soon(self._collect_batch, now, idle)
            return
        batch, self._waiting = self._waiting[:MAX_BATCH_JOBS], self._waiting[MAX_BATCH_JOBS:]
        self._batches.put(batch)

    def _run_callbacks(self, batch: list[WriteJob], outcomes: list[Exception | None]) -> None:
        for job, error in zip(batch, outcomes, strict=True):
            run_callback(job.callback, error)
        if self._waiting:
            self._collect_batch()
        else:
            self._is_writing = False
            self._idle.set()

    def _write_until_closed(self) -> None:
        while (batch := self._batches.get()) is not None:
            started_s = perf_counter()
            outcomes = self._commit_batch(batch)
            self._statistics.add_batch(started_s, outcomes)
            # The loop is closed if the program ends without closing the store.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._run_callbacks, batch, outcomes)

    def _commit_batch(self, batch: list[WriteJob]) -> list[Exception | None]:
        try:
            if all(job.operation is None for job in batch) and self._append_all(batch):
                return [None] * len(batch)
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [self._run_in_savepoint(job) for job in batch]
            self._connection.execute("COMMIT")
        except Exception as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            return [StoreError(f"SQLite could not write: {error}.") for _ in batch]
        return outcomes

    def _append_all(self, batch: list[WriteJob]) -> bool:
        """Append events of many tables in few statements. On any conflict, return False and change nothing."""
        execute = self._connection.execute
        events = [row for job in batch for row in job.events]
        if len(events) == len(batch) <= MAX_ROWS_PER_STATEMENT:
            return self._append_in_one_statement(events)
        before = [(table_id, n - 1) for table_id, n, _ in (job.events[0] for job in batch)]
        execute("BEGIN IMMEDIATE")
        try:
            if not all(
                execute(count_events_sql(len(rows)), list(chain.from_iterable(rows))).fetchone()[0] == len(rows)
                for rows in statement_chunks(before)
            ):
                execute("ROLLBACK")
                return False
            for rows in statement_chunks(events):
                execute(insert_events_sql(len(rows)), list(chain.from_iterable(rows)))
        except sqlite3.IntegrityError:
            execute("ROLLBACK")
            return False
        execute("COMMIT")
        return True

    def _append_in_one_statement(self, events: list[EventRow]) -> bool:
        """Append one event per table in one statement, which is its own transaction. Return False on any conflict."""
        try:
            return self._connection.execute(
                insert_after_previous_sql(len(events)), list(chain.from_iterable(events))
            ).rowcount == len(events)
        except sqlite3.IntegrityError:
            return False

    def _run_in_savepoint(self, job: WriteJob) -> Exception | None:
        """Run one job in a savepoint and return its error, or None.

        Raise if SQLite has aborted the whole transaction.
        """
        self._connection.execute("SAVEPOINT job")
        try:
            if job.operation is not None:
                job.operation(self._connection)
            else:
                table_id, first_n, _ = job.events[0]
                insert_events_after(self._connection, table_id, first_n, job.events)
        except Exception as error:
            if not self._connection.in_transaction:
                raise
            self._connection.execute("ROLLBACK TO job")
            self._connection.execute("RELEASE job")
            return as_store_error(error)
        self._connection.execute("RELEASE job")
        return None


def insert_events_after(
    connection: sqlite3.Connection, table_id: str, first_n: int, events: Sequence[EventRow]
) -> None:
    """Append events to one table. Raise AppendConflict if the event before them is missing."""
    if first_n and connection.execute(sql.SELECT_EVENT_EXISTS, (table_id, first_n - 1)).fetchone() is None:
        raise AppendConflict(f"Event {first_n - 1} is missing before event {first_n}.")
    connection.executemany(sql.INSERT_EVENT, events)


@cache
def count_events_sql(rows: int) -> str:
    """Return SQL that counts how many of `rows` given events exist."""
    given = f"WITH given (id, k) AS (VALUES {', '.join(['(?, ?)'] * rows)})"
    return f"{given} SELECT count(*) FROM given CROSS JOIN events WHERE table_id = id AND n = k"


@cache
def insert_after_previous_sql(rows: int) -> str:
    """Return SQL that inserts `rows` events if the event before each of them exists, and otherwise none."""
    given = f"WITH given (id, k, body) AS (VALUES {', '.join(['(?, ?, ?)'] * rows)})"
    before = "SELECT count(*) FROM given CROSS JOIN events ON table_id = id AND n = k - 1"
    return f"INSERT INTO events (table_id, n, body) {given} SELECT id, k, body FROM given WHERE ({before}) = {rows}"


@cache
def insert_events_sql(rows: int) -> str:
    """Return the SQL statement that inserts `rows` events."""
    return f"INSERT INTO events (table_id, n, body) VALUES {', '.join(['(?, ?, ?)'] * rows)}"


def statement_chunks(rows: list[Any]) -> list[list[Any]]:
    return [rows[k : k + MAX_ROWS_PER_STATEMENT] for k in range(0, len(rows), MAX_ROWS_PER_STATEMENT)]


def as_store_error(error: Exception) -> StoreError:
    """Return the StoreError or AppendConflict for a sqlite3 exception."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, sqlite3.IntegrityError):
        return AppendConflict("Another writer came first.")
    return StoreError(f"SQLite failed: {error}.")
