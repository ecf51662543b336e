"""The one task that appends to PostgreSQL. Whatever was asked for during the last commit goes into the next
transaction together. A lost connection is made anew, and what it left open is settled before anybody hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from dottable.store import statements as sql
from dottable.store.contract import Conflict, StoreError, TableRow, Then
from dottable.store.following import follow, tell
from dottable.store.postgres_errors import clashes, for_caller, lost_connections

LARGEST_BATCH = 512
PATIENCE_S = 30.0
"""How long a database that went away is waited for."""
RETRY_S = 0.25

INSERT_EVENTS = """
INSERT INTO events (table_id, n, body) SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[])
"""
MISSING_BEFORE = """
SELECT asked.table_id, asked.n FROM unnest($1::text[], $2::int[]) AS asked (table_id, n)
WHERE NOT EXISTS (SELECT FROM events WHERE events.table_id = asked.table_id AND events.n = asked.n)
"""


@dataclass(frozen=True)
class Append:
    """Events to keep, and who waits for them."""

    table_id: str
    first_n: int
    bodies: Sequence[bytes]
    row: TableRow | None
    then: Then

    @property
    def events(self) -> list[tuple[str, int, bytes]]:
        return [(self.table_id, n, body) for n, body in enumerate(self.bodies, start=self.first_n)]


class PostgresWriter:
    """Writes appends in the order they came; one that fails takes no other one with it."""

    def __init__(self, connect: Callable[[], Awaitable[Any]]) -> None:
        self._connect = connect
        self._connection: Any = None
        self._asked: asyncio.Queue[Append | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())

    async def append(self, table_id: str, first_n: int, bodies: Sequence[bytes], row: TableRow | None) -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ask(Append(table_id, first_n, bodies, row, partial(tell, written)))
        await written

    def ask(self, append: Append) -> None:
        """Have events kept; `then` is called after the commit."""
        self._asked.put_nowait(append)

    async def close(self) -> None:
        """Write what was asked for so far, then stop."""
        self._asked.put_nowait(None)
        await self._task
        if self._connection is not None:
            await self._connection.close()

    async def _run(self) -> None:
        is_open = True
        while is_open:
            batch = [await self._asked.get()]
            while len(batch) < LARGEST_BATCH and not self._asked.empty():
                batch.append(self._asked.get_nowait())
            is_open = None not in batch
            appends = [append for append in batch if append is not None]
            if appends:
                await self._commit(appends)

    async def _commit(self, batch: list[Append]) -> None:
        """Write all in one transaction, or, if that cannot be, each in one of its own."""
        give_up_at = asyncio.get_running_loop().time() + PATIENCE_S
        try:
            await self._insert(batch)
        except Exception as error:
            is_unsure = self._is_lost(error)
            for append in batch:
                follow(append.then, await self._settled(append, give_up_at, is_unsure=is_unsure))
            return
        for append in batch:
            follow(append.then, None)

    async def _settled(self, append: Append, give_up_at: float, *, is_unsure: bool) -> Exception | None:
        """Try until the database has answered; None if the events were kept, now or by a commit we did not hear of."""
        while True:
            try:
                await self._insert_or_find(append, is_unsure=is_unsure)
            except Exception as error:
                if not self._is_lost(error):
                    return for_caller(error)
                if asyncio.get_running_loop().time() > give_up_at:
                    return StoreError(f"PostgreSQL cannot be reached: {error}.")
                is_unsure = True
                await asyncio.sleep(RETRY_S)
            else:
                return None

    async def _insert_or_find(self, append: Append, *, is_unsure: bool) -> None:
        try:
            await self._insert([append])
        except clashes():
            if not (is_unsure and await self._is_kept(append)):
                raise

    def _is_lost(self, error: Exception) -> bool:
        is_closed = self._connection is None or self._connection.is_closed()
        return is_closed or isinstance(error, lost_connections())

    async def _connected(self) -> Any:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        return self._connection

    async def _insert(self, batch: list[Append]) -> None:
        connection = await self._connected()
        # One order for all processes, so that two of them never wait for each other.
        events = sorted(event for append in batch for event in append.events)
        before = [(append.table_id, append.first_n - 1) for append in batch if append.first_n]
        async with connection.transaction():
            await connection.execute(INSERT_EVENTS, *_columns(events, 3))
            gaps = await connection.fetch(MISSING_BEFORE, *_columns(before, 2)) if before else []
            if gaps:
                raise Conflict(f"Event {gaps[0][1]} is missing before event {gaps[0][1] + 1}.")
            await _save_rows(connection, batch)

    async def _is_kept(self, append: Append) -> bool:
        connection = await self._connected()
        rows = await connection.fetch(sql.numbered(sql.SELECT_EVENTS), append.table_id, append.first_n)
        return [row[0] for row in rows[: len(append.bodies)]] == list(append.bodies)


async def _save_rows(connection: Any, batch: list[Append]) -> None:
    last = {append.table_id: append.row for append in batch if append.row is not None}
    by_sql: dict[str, list[tuple[Any, ...]]] = {}
    for table_id in sorted(last):
        for statement, values in sql.save_table(last[table_id]):
            by_sql.setdefault(statement, []).append(values)
    for statement, all_values in by_sql.items():
        await connection.executemany(sql.numbered(statement), all_values)


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[k] for row in rows] for k in range(width)]
