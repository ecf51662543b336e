"""Schema migrations: numbered SQL files in `migrations/<dialect>`, applied in order.

A released file is never edited.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from dottable.store.contract import NewerSchema

CREATE_VERSION_TABLE = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, name TEXT NOT NULL)"
SELECT_VERSION = "SELECT COALESCE(MAX(version), 0) FROM schema_version"
INSERT_VERSION = "INSERT INTO schema_version (version, name) VALUES (?, ?)"


class Migration(NamedTuple):
    """A schema migration: the SQL that changes a database from version `version - 1` to `version`."""

    version: int
    name: str
    sql: str

    def statements(self) -> Iterator[str]:
        """Yield the SQL statements of the migration."""
        statement = ""
        for line in self.sql.splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                yield statement
                statement = ""


@cache
def migrations(dialect: str) -> tuple[Migration, ...]:
    """Return all migrations of a SQL dialect ("sqlite" or "postgres"), in order."""
    folder = files("dottable.store") / "migrations" / dialect
    found = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return tuple(_parse_migration(name, (folder / name).read_text("utf-8")) for name in found)


def _parse_migration(file_name: str, sql: str) -> Migration:
    number, _, name = file_name.removesuffix(".sql").partition("_")
    return Migration(int(number), name, sql)


def missing_migrations(present: int, known: tuple[Migration, ...]) -> list[Migration]:
    """Return the migrations that a database at version `present` needs.

    Raise NewerSchema if it is newer than all known.
    """
    latest = known[-1].version
    if present > latest:
        raise NewerSchema(
            f"The store has schema version {present}, but this version of Dottable supports only up to {latest}. "
            "Update Dottable."
        )
    return [step for step in known if step.version > present]
