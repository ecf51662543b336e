"""A store in PostgreSQL, for several server processes or a separate database server. Uses asyncpg."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

from dottable.store.contract import FencingToken, StoreError, TableRow, WriteCallback
from dottable.store.postgres.errors import as_store_error, connection_errors, load_asyncpg, rejection_errors
from dottable.store.postgres.writer import PostgresWriter, QueuedAppend
from dottable.store.sql import statements as sql
from dottable.store.sql.migrations import (
    CREATE_VERSION_TABLE,
    INSERT_VERSION,
    SELECT_VERSION,
    migrations,
    missing_migrations,
)
from dottable.store.sql.sql_store import SqlStore

MAX_CONNECTIONS = 4
"""Maximum size of the connection pool. Appends use a connection of their own."""
COMMAND_TIMEOUT_S = 30.0
"""Default time limit for one statement, in seconds."""
MIGRATION_LOCK = 0x646F7474
"""Key of the PostgreSQL advisory lock that lets processes migrate the schema one after another."""
IDLE_TRANSACTION_TIMEOUT = "5s"
"""Time after which PostgreSQL ends the open transaction of a suspended process. Its locks would block other nodes."""
SESSION_SETTINGS = {
    "synchronous_commit": "on",
    "application_name": "dottable",
    "idle_in_transaction_session_timeout": IDLE_TRANSACTION_TIMEOUT,
}
REDEEM_TRANSFER = f"""
WITH taken AS ({sql.TAKE_TRANSFER})
INSERT INTO tokens (token_hash, player) SELECT ?, player FROM taken RETURNING player
"""


class PostgresStore(SqlStore):
    """A store in the PostgreSQL database at `url`. `?search_path=NAME` in the URL selects a schema."""

    def __init__(self, url: str, command_timeout_s: float = COMMAND_TIMEOUT_S) -> None:
        super().__init__()
        self._command_timeout_s = command_timeout_s
        self._asyncpg = load_asyncpg()
        self._url = url
        self._pool: Any = None
        self._writer: PostgresWriter | None = None

    async def start(self) -> None:
        try:
            connection = await self.connect()
            try:
                await apply_migrations(connection)
            finally:
                await connection.close()
            self._pool = await self._asyncpg.create_pool(
                self._url,
                min_size=1,
                max_size=MAX_CONNECTIONS,
                timeout=self._command_timeout_s,
                command_timeout=self._command_timeout_s,
                server_settings=SESSION_SETTINGS,
            )
        except (*connection_errors(), *rejection_errors()) as error:
            # The URL may contain a password, so the message leaves it out.
            raise StoreError(f"PostgreSQL cannot be opened: {error}.") from error
        self._writer = PostgresWriter(self.connect, self.statistics)

    async def close(self) -> None:
        writer, pool = self._writer, self._pool
        self._writer = self._pool = None
        if writer is not None:
            await writer.close()
        if pool is not None:
            await pool.close()

    async def append_events(
        self,
        table_id: str,
        first_n: int,
        bodies: Sequence[bytes],
        index: TableRow | None = None,
        token: FencingToken | None = None,
    ) -> None:
        sql.check_append(table_id, first_n, bodies, index)
        await self._running_writer().append_events(table_id, first_n, bodies, index, token)

    def append_with_callback(
        self,
        table_id: str,
        first_n: int,
        bodies: Sequence[bytes],
        callback: WriteCallback,
        token: FencingToken | None = None,
    ) -> None:
        self._running_writer().submit_append(QueuedAppend(table_id, first_n, bodies, None, callback, token))

    async def redeem_transfer_code(self, code_hash: str, token_hash: str, now: int) -> str | None:
        rows = await self._fetch(REDEEM_TRANSFER, code_hash, now, token_hash)
        return rows[0][0] if rows else None

    async def _write(self, statements: Sequence[sql.Statement]) -> None:
        started_s = perf_counter()
        try:
            async with self._running_pool().acquire() as connection, connection.transaction():
                for statement, values in statements:
                    await connection.execute(sql.with_numbered_placeholders(statement), *values)
        except (*connection_errors(), *rejection_errors()) as error:
            failed = as_store_error(error)
            self.statistics.add_batch(started_s, [failed])
            raise failed from error
        self.statistics.add_batch(started_s, [None])

    async def fetch(self, statement: str, *values: Any) -> Sequence[Any]:
        """Run a statement with `?` placeholders in its own transaction, and return all rows.

        Raise StoreError if it fails.
        """
        return await self._fetch(statement, *values)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Any]:
        """Provide a connection within a transaction. Raises StoreError if the database fails."""
        try:
            async with self._running_pool().acquire() as connection, connection.transaction():
                yield connection
        except (*connection_errors(), *rejection_errors()) as error:
            raise as_store_error(error) from error

    async def _fetch(self, statement: str, *values: Any) -> Sequence[Sequence[Any]]:
        try:
            rows: Sequence[Sequence[Any]] = await self._running_pool().fetch(
                sql.with_numbered_placeholders(statement), *values
            )
        except (*connection_errors(), *rejection_errors()) as error:
            self.statistics.read_errors += 1
            raise as_store_error(error) from error
        return rows

    def _running_pool(self) -> Any:
        if self._pool is None:
            raise StoreError("The store is not running.")
        return self._pool

    def _running_writer(self) -> PostgresWriter:
        if self._writer is None:
            raise StoreError("The store is not running.")
        return self._writer

    async def connect(self) -> Any:
        """Return a new database connection that does not belong to the pool."""
        timeout_s = self._command_timeout_s
        return await self._asyncpg.connect(
            self._url, timeout=timeout_s, command_timeout=timeout_s, server_settings=SESSION_SETTINGS
        )


async def apply_migrations(connection: Any) -> None:
    """Migrate the schema of a PostgreSQL database to the latest version, in one transaction."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute(CREATE_VERSION_TABLE)
        present = await connection.fetchval(SELECT_VERSION)
        for step in missing_migrations(present, migrations("postgres")):
            await connection.execute(step.sql)
            await connection.execute(sql.with_numbered_placeholders(INSERT_VERSION), step.version, step.name)
