"""Restores a backup into an empty store and verifies that both hold the same rows."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

from dottable.store.backup.backup import PARTIAL_SUFFIX, migrate_file, postgres_batches
from dottable.store.backup.portable_file import (
    PORTABLE_TABLES,
    BackupError,
    BackupSummary,
    RowDigest,
    open_sqlite_file,
    sqlite_batches,
    summary_of_file,
)
from dottable.store.postgres.errors import as_store_error, connection_errors, load_asyncpg, rejection_errors
from dottable.store.postgres.store import apply_migrations as apply_postgres_migrations
from dottable.store.sqlite.file_permissions import DATABASE_FILE_SUFFIXES, make_private
from dottable.store.store_factory import is_postgres, sqlite_path

DATA_TABLES = ("tables", "events", "players", "logs")
"""Tables that must be empty before a backup is restored."""


async def restore_backup(source: Path, address: str) -> BackupSummary:
    """Restore a backup into an empty store, compare the two, and return a summary of the backup.

    Raise BackupError if the store is not empty.
    """
    if not source.is_file():
        raise BackupError(f"There is no backup '{source}'. Check the path.")
    return await (_restore_postgres if is_postgres(address) else _restore_sqlite)(source, address)


async def _restore_sqlite(source: Path, address: str) -> BackupSummary:
    target = sqlite_path(address)
    partial = target.with_name(target.name + PARTIAL_SUFFIX)
    await asyncio.to_thread(refuse_nonempty_file, target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        expected = await asyncio.to_thread(_copy_and_migrate, source, partial)
        for suffix in DATABASE_FILE_SUFFIXES:
            target.with_name(target.name + suffix).unlink(missing_ok=True)
        partial.rename(target)
    except OSError as error:
        raise BackupError(f"Cannot write the database '{target}': {error.strerror}.") from None
    finally:
        partial.unlink(missing_ok=True)
    return require_equal(expected, await asyncio.to_thread(summary_of_file, target))


def refuse_nonempty_file(path: Path) -> None:
    """Raise BackupError if a database file exists and its tables have rows."""
    if not path.exists() or not path.stat().st_size:
        return
    with open_sqlite_file(path) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in DATA_TABLES:
            if table in names and connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
                raise BackupError(f"The database '{path}' has data. Restore into a new file, or move this one away.")
        if names and "schema_version" not in names:
            raise BackupError(f"The database '{path}' belongs to another program. Restore into a new file.")


def _copy_and_migrate(source: Path, copy: Path) -> BackupSummary:
    """Copy a backup, migrate the copy to the latest schema, and return its summary."""
    copy.unlink(missing_ok=True)
    make_private(copy)
    with copy.open("wb") as target, source.open("rb") as read:
        shutil.copyfileobj(read, target)
    migrate_file(copy)
    return summary_of_file(copy)


async def _restore_postgres(source: Path, url: str) -> BackupSummary:
    copy = source.with_name(source.name + PARTIAL_SUFFIX)
    try:
        expected = await asyncio.to_thread(_copy_and_migrate, source, copy)
        connection = await load_asyncpg().connect(url)
        try:
            await apply_postgres_migrations(connection)
            async with connection.transaction():
                await _refuse_nonempty_database(connection)
                await _copy_rows(copy, connection)
                return require_equal(expected, await _summary_of_postgres(connection))
        finally:
            await connection.close()
    except OSError as error:
        raise BackupError(f"The backup cannot be restored: {error}.") from None
    except (*connection_errors(), *rejection_errors()) as error:
        raise as_store_error(error) from error
    finally:
        copy.unlink(missing_ok=True)


async def _refuse_nonempty_database(connection: Any) -> None:
    await connection.execute("LOCK TABLE tables, events, players, logs IN EXCLUSIVE MODE")
    for table in DATA_TABLES:
        if await connection.fetchval(f"SELECT EXISTS (SELECT FROM {table})"):
            raise BackupError("The database has data. Restore into a new database or schema.")
    await connection.execute("DELETE FROM shared_values")


async def _copy_rows(copy: Path, connection: Any) -> None:
    with open_sqlite_file(copy) as file:
        for table in PORTABLE_TABLES:
            for rows in sqlite_batches(file, table):
                records = [table.with_booleans(row) for row in rows]
                await connection.copy_records_to_table(table.name, records=records, columns=table.columns)


async def _summary_of_postgres(connection: Any) -> BackupSummary:
    digest = RowDigest()
    for table in PORTABLE_TABLES:
        digest.add_rows(table, ())
        async for rows in postgres_batches(connection, table):
            digest.add_rows(table, rows)
    return digest.summary()


def require_equal(expected: BackupSummary, found: BackupSummary) -> BackupSummary:
    """Return the summary of a restored store. Raise BackupError if it differs from the summary of the backup."""
    if expected != found:
        raise BackupError("The restored database differs from the backup. Do not use it.")
    return found
