"""Online backup: the server keeps running, and the backup file holds the data of a single moment."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from dottable.store.backup.portable_file import (
    BATCH_ROWS,
    PORTABLE_TABLES,
    BackupError,
    BackupSummary,
    PortableTable,
    RowDigest,
    open_sqlite_file,
    summary_of_file,
)
from dottable.store.contract import NewerSchema
from dottable.store.postgres.errors import as_store_error, connection_errors, load_asyncpg, rejection_errors
from dottable.store.sql.migrations import SELECT_VERSION, migrations, missing_migrations
from dottable.store.sqlite.file_permissions import make_private
from dottable.store.sqlite.store import apply_migrations
from dottable.store.store_factory import is_postgres, sqlite_path

PARTIAL_SUFFIX = ".partial"
"""Suffix of a backup file that is not complete yet."""


async def backup_store(address: str, target: Path) -> BackupSummary:
    """Write all data that is committed at one moment to a new file, verify the file, and return its summary."""
    if target.exists():
        raise BackupError(f"The file '{target}' exists. Choose another name.")
    partial = target.with_name(target.name + PARTIAL_SUFFIX)
    partial.unlink(missing_ok=True)
    try:
        make_private(partial)
        if is_postgres(address):
            copied = await _export_postgres(address, partial)
            summary = await asyncio.to_thread(summary_of_file, partial)
            if summary != copied:
                raise BackupError("The backup differs from the database. Try again.")
        else:
            summary = await asyncio.to_thread(_copy_sqlite, sqlite_path(address), partial)
        partial.rename(target)
    except OSError as error:
        raise BackupError(f"Cannot write the backup to '{target}': {error.strerror}.") from None
    finally:
        partial.unlink(missing_ok=True)
    return summary


def _copy_sqlite(source: Path, target: Path) -> BackupSummary:
    """Copy a database with SQLite's backup API and return a summary of the copy.

    The API reads one snapshot. The copy is migrated to the latest schema.
    """
    if not source.is_file():
        raise BackupError(f"There is no database '{source}'. Name it with --store or --data.")
    with open_sqlite_file(source) as connection, open_sqlite_file(target) as copy:
        connection.execute("PRAGMA query_only = ON")
        connection.backup(copy)
    migrate_file(target)
    return summary_of_file(target)


def migrate_file(path: Path) -> None:
    """Migrate a backup file to the latest schema. The result is a single file without a write-ahead log."""
    with open_sqlite_file(path) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        try:
            apply_migrations(connection)
        except NewerSchema as error:
            raise BackupError(f"The backup is too new: {error}") from None


async def _export_postgres(url: str, target: Path) -> BackupSummary:
    """Export a PostgreSQL database in one REPEATABLE READ transaction and return a summary of the backup."""
    migrate_file(target)
    try:
        connection = await load_asyncpg().connect(url)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                return await _export_tables(connection, target)
        finally:
            await connection.close()
    except (*connection_errors(), *rejection_errors()) as error:
        raise as_store_error(error) from error


async def _export_tables(connection: Any, target: Path) -> BackupSummary:
    present = await connection.fetchval(SELECT_VERSION)
    if missing_migrations(present, migrations("postgres")):
        raise BackupError("The database has an older schema. Start this version of the server once, then try again.")
    digest = RowDigest()
    with open_sqlite_file(target) as file:
        file.execute("BEGIN")
        for table in PORTABLE_TABLES:
            digest.add_rows(table, ())
            async for rows in postgres_batches(connection, table):
                digest.add_rows(table, rows)
                file.executemany(table.insert_sql, rows)
        file.execute("COMMIT")
    return digest.summary()


async def postgres_batches(connection: Any, table: PortableTable) -> Any:
    """Yield all rows of a table in batches, with the types that SQLite uses. Needs an open transaction."""
    cursor = await connection.cursor(table.select_sql)
    while rows := await cursor.fetch(BATCH_ROWS):
        yield [table.with_integers(row) for row in rows]
