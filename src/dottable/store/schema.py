"""Versions of the schema: numbered SQL files in `migrations/<dialect>`, applied in order and never edited later."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from dottable.store.contract import NewerSchema

VERSION_TABLE = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, name TEXT NOT NULL)"
PRESENT_VERSION = "SELECT COALESCE(MAX(version), 0) FROM schema_version"
RECORD_VERSION = "INSERT INTO schema_version (version, name) VALUES (?, ?)"


class Migration(NamedTuple):
    """One step: from version - 1 to version."""

    version: int
    name: str
    sql: str

    def statements(self) -> Iterator[str]:
        """Its statements one by one."""
        begun = ""
        for line in self.sql.splitlines(keepends=True):
            begun += line
            if sqlite3.complete_statement(begun):
                yield begun
                begun = ""


@cache
def migrations(dialect: str) -> tuple[Migration, ...]:
    """All steps of a dialect, first to last."""
    folder = files("dottable.store") / "migrations" / dialect
    found = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return tuple(_read(name, (folder / name).read_text("utf-8")) for name in found)


def _read(file_name: str, sql: str) -> Migration:
    number, _, name = file_name.removesuffix(".sql").partition("_")
    return Migration(int(number), name, sql)


def missing(present: int, known: tuple[Migration, ...]) -> list[Migration]:
    """The steps a database at version `present` still needs; NewerSchema if it is past them all."""
    latest = known[-1].version
    if present > latest:
        raise NewerSchema(
            f"The store has schema version {present}, but this Dottable knows only up to {latest}: "
            "it was written by a later Dottable. Please update."
        )
    return [step for step in known if step.version > present]
