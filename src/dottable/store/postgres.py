"""The store in PostgreSQL, by asyncpg: for a server of several processes, or one that keeps its data elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dottable.store import statements as sql
from dottable.store.contract import StoreError, TableRow, Then
from dottable.store.postgres_errors import for_caller, load_asyncpg, lost_connections, refusals
from dottable.store.postgres_writer import Append, PostgresWriter
from dottable.store.schema import PRESENT_VERSION, RECORD_VERSION, VERSION_TABLE, migrations, missing
from dottable.store.sql_store import SqlStore

CONNECTIONS = 4
TIME_LIMIT_S = 30.0
MIGRATION_LOCK = 0x646F7474
"""An advisory lock of ours: two processes that start at once upgrade one after the other."""
SETTINGS = {"synchronous_commit": "on", "application_name": "dottable"}


class PostgresStore(SqlStore):
    """A store in the database at `url`; `?search_path=NAME` in it chooses a schema."""

    def __init__(self, url: str) -> None:
        self._asyncpg = load_asyncpg()
        self._url = url
        self._pool: Any = None
        self._writer: PostgresWriter | None = None

    async def start(self) -> None:
        try:
            connection = await self._connect()
            try:
                await upgrade(connection)
            finally:
                await connection.close()
            self._pool = await self._asyncpg.create_pool(
                self._url, min_size=1, max_size=CONNECTIONS, command_timeout=TIME_LIMIT_S, server_settings=SETTINGS
            )
        except (*lost_connections(), *refusals()) as error:
            # The address may hold a password, so it is not repeated here.
            raise StoreError(f"PostgreSQL cannot be opened: {error}.") from error
        self._writer = PostgresWriter(self._connect)

    async def close(self) -> None:
        writer, pool = self._writer, self._pool
        self._writer = self._pool = None
        if writer is not None:
            await writer.close()
        if pool is not None:
            await pool.close()

    async def append(self, table_id: str, first_n: int, bodies: Sequence[bytes], index: TableRow | None = None) -> None:
        sql.check_append(table_id, first_n, bodies, index)
        await self._appending().append(table_id, first_n, bodies, index)

    def append_then(self, table_id: str, first_n: int, bodies: Sequence[bytes], then: Then) -> None:
        sql.check_append(table_id, first_n, bodies, None)
        self._appending().ask(Append(table_id, first_n, bodies, None, then))

    async def _write(self, statements: Sequence[sql.Statement]) -> None:
        try:
            async with self._running().acquire() as connection, connection.transaction():
                for statement, values in statements:
                    await connection.execute(sql.numbered(statement), *values)
        except (*lost_connections(), *refusals()) as error:
            raise for_caller(error) from error

    async def _fetch(self, statement: str, *values: Any) -> Sequence[Sequence[Any]]:
        try:
            rows: Sequence[Sequence[Any]] = await self._running().fetch(sql.numbered(statement), *values)
        except (*lost_connections(), *refusals()) as error:
            raise for_caller(error) from error
        return rows

    def _running(self) -> Any:
        if self._pool is None:
            raise StoreError("The store is not running.")
        return self._pool

    def _appending(self) -> PostgresWriter:
        if self._writer is None:
            raise StoreError("The store is not running.")
        return self._writer

    async def _connect(self) -> Any:
        return await self._asyncpg.connect(self._url, command_timeout=TIME_LIMIT_S, server_settings=SETTINGS)


async def upgrade(connection: Any) -> None:
    """Apply all missing steps in one transaction; of two processes at once the second finds nothing to do."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute(VERSION_TABLE)
        present = await connection.fetchval(PRESENT_VERSION)
        for step in missing(present, migrations("postgres")):
            await connection.execute(step.sql)
            await connection.execute(sql.numbered(RECORD_VERSION), step.version, step.name)
