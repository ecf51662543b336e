"""The one thread that writes to SQLite. Whatever was asked for while it waited for the disk goes into the
next transaction together, so many tables share one commit."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import chain
from typing import Any, NamedTuple

from dottable.store import statements as sql
from dottable.store.contract import Conflict, StoreError, Then
from dottable.store.following import follow, tell

LARGEST_BATCH = 512
"""Jobs in one transaction at most, so that the first of them does not wait too long."""
QUIET_TURNS = 2
"""A batch is handed over when so many turns of the loop have brought nothing more."""
ROWS_AT_ONCE = 32
"""Rows in one statement: the thread has to wait for Python's lock after each, while the event loop is busy."""

Work = Callable[[sqlite3.Connection], None]
EventRow = tuple[str, int, bytes]


class Job(NamedTuple):
    """Something to write."""

    work: Work | None
    """None if there is nothing to do but to append the events."""
    events: Sequence[EventRow]
    then: Then


class SqliteWriter:
    """Writes jobs in the order they came; a job that fails takes no other one with it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._waiting: list[Job] = []
        self._is_writing = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._batches: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="sqlite-writer", daemon=True)
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    async def write(self, work: Work) -> None:
        """Have `work` done inside a transaction; returns after its commit."""
        await self._written(work, ())

    async def append(self, events: Sequence[EventRow]) -> None:
        """Append events of one table that follow others; returns after the commit."""
        await self._written(None, events)

    async def _written(self, work: Work | None, events: Sequence[EventRow]) -> None:
        written: asyncio.Future[None] = self._loop.create_future()
        self.ask(Job(work, events, partial(tell, written)))
        await written

    def ask(self, job: Job) -> None:
        """Have a job done inside a transaction; its `then` is called after the commit."""
        self._waiting.append(job)
        if not self._is_writing:
            self._is_writing = True
            self._idle.clear()
            self._gather()

    async def close(self) -> None:
        """Write what was asked for so far, then stop."""
        await self._idle.wait()
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

    def _gather(self, before: int = 0, quiet: int = 0) -> None:
        """Hand over when some turns of the loop have brought nothing more: to wake the thread up costs more than
        to write one event."""
        now = len(self._waiting)
        quiet = 0 if now > before else quiet + 1
        if quiet < QUIET_TURNS and now < LARGEST_BATCH:
            self._loop.call_soon(self._gather, now, quiet)
        else:
            self._hand_over()

    def _hand_over(self) -> None:
        batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
        self._batches.put(batch)

    def _report(self, batch: list[Job], outcomes: list[Exception | None]) -> None:
        for job, error in zip(batch, outcomes, strict=True):
            follow(job.then, error)
        if self._waiting:
            self._gather()
        else:
            self._is_writing = False
            self._idle.set()

    def _run(self) -> None:
        while (batch := self._batches.get()) is not None:
            outcomes = self._commit(batch)
            # The loop may be gone if the program ends without closing the store.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._report, batch, outcomes)

    def _commit(self, batch: list[Job]) -> list[Exception | None]:
        try:
            if all(job.work is None for job in batch) and self._append_all(batch):
                return [None] * len(batch)
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [self._attempt(job) for job in batch]
            self._connection.execute("COMMIT")
        except Exception as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            return [StoreError(f"SQLite could not write: {error}.") for _ in batch]
        return outcomes

    def _append_all(self, batch: list[Job]) -> bool:
        """Append the events of many tables in few statements; False, and nothing is changed, if any does not fit."""
        execute = self._connection.execute
        events = [row for job in batch for row in job.events]
        if len(events) == len(batch) <= ROWS_AT_ONCE:
            return self._append_at_once(events)
        before = [(table_id, n - 1) for table_id, n, _ in (job.events[0] for job in batch)]
        execute("BEGIN IMMEDIATE")
        try:
            if not all(
                execute(count_before(len(rows)), flat(rows)).fetchone()[0] == len(rows) for rows in parts(before)
            ):
                execute("ROLLBACK")
                return False
            for rows in parts(events):
                execute(insert_events(len(rows)), flat(rows))
        except sqlite3.IntegrityError:
            execute("ROLLBACK")
            return False
        execute("COMMIT")
        return True

    def _append_at_once(self, events: list[EventRow]) -> bool:
        """The same for one event a table, in one statement that is its own transaction: all of them or none."""
        try:
            return self._connection.execute(append_events(len(events)), flat(events)).rowcount == len(events)
        except sqlite3.IntegrityError:
            return False

    def _attempt(self, job: Job) -> Exception | None:
        """Do one job so that it can be undone alone; if SQLite itself gave up the transaction, all are undone."""
        self._connection.execute("SAVEPOINT job")
        try:
            if job.work is not None:
                job.work(self._connection)
            else:
                table_id, first_n, _ = job.events[0]
                insert_after(self._connection, table_id, first_n, job.events)
        except Exception as error:
            if not self._connection.in_transaction:
                raise
            self._connection.execute("ROLLBACK TO job")
            self._connection.execute("RELEASE job")
            return _for_caller(error)
        self._connection.execute("RELEASE job")
        return None


def insert_after(connection: sqlite3.Connection, table_id: str, first_n: int, events: Sequence[EventRow]) -> None:
    """Append to the events of one table; Conflict if the one before is missing."""
    if first_n and connection.execute(sql.HAS_EVENT, (table_id, first_n - 1)).fetchone() is None:
        raise Conflict(f"Event {first_n - 1} is missing before event {first_n}.")
    connection.executemany(sql.INSERT_EVENT, events)


@cache
def count_before(rows: int) -> str:
    asked = f"WITH asked (id, k) AS (VALUES {', '.join(['(?, ?)'] * rows)})"
    return f"{asked} SELECT count(*) FROM asked CROSS JOIN events WHERE table_id = id AND n = k"


@cache
def append_events(rows: int) -> str:
    """Inserts all rows if the event before each is there, and else none."""
    asked = f"WITH asked (id, k, body) AS (VALUES {', '.join(['(?, ?, ?)'] * rows)})"
    before = "SELECT count(*) FROM asked CROSS JOIN events ON table_id = id AND n = k - 1"
    return f"INSERT INTO events (table_id, n, body) {asked} SELECT id, k, body FROM asked WHERE ({before}) = {rows}"


@cache
def insert_events(rows: int) -> str:
    return f"INSERT INTO events (table_id, n, body) VALUES {', '.join(['(?, ?, ?)'] * rows)}"


def parts(rows: list[Any]) -> list[list[Any]]:
    return [rows[k : k + ROWS_AT_ONCE] for k in range(0, len(rows), ROWS_AT_ONCE)]


def flat(rows: list[Any]) -> list[Any]:
    return list(chain.from_iterable(rows))


def _for_caller(error: Exception) -> StoreError:
    if isinstance(error, StoreError):
        return error
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict("Another writer came first.")
    return StoreError(f"SQLite cannot keep this: {error}.")
