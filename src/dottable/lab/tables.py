"""Matches as rows of a table, written part by part: Parquet or CSV, by the ending of the file's name.

A file is complete or it is not there: it is written beside its place and moved there at the end.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np

from dottable.core.errors import DottableError
from dottable.core.record import Array
from dottable.core.series import Series
from dottable.lab.notes import SHARED, names_of
from dottable.lab.simulate import Part, win_shares

ENDINGS = (".parquet", ".csv")
UNFINISHED = ".part"
ROWS_IN_A_GROUP = 65_536
"""Of a Parquet file: groups of few rows make a slow one."""
Columns = dict[str, Array]


class BadTable(DottableError):
    """A table cannot be written there."""


class Table(Protocol):
    """Takes rows."""

    def write(self, columns: Columns, /) -> None: ...

    def close(self) -> None: ...


def check_place(path: Path) -> None:
    """Raise BadTable if a table cannot be written to a file of this name."""
    if path.suffix not in ENDINGS:
        raise BadTable(f"'{path}' should end in {' or '.join(ENDINGS)}.")
    if path.suffix == ".parquet":
        _parquet()
    if not path.parent.is_dir():
        raise BadTable(f"There is no folder '{path.parent}'.")


@contextmanager
def table_of(path: Path, series: Series) -> Iterator[Table]:
    """A table of the matches of a series; what was written is there afterwards, even if the series was stopped."""
    check_place(path)
    beside = path.with_name(path.name + UNFINISHED)
    try:
        table: Table = CsvTable(beside) if path.suffix == ".csv" else ParquetTable(beside, facts_of(series))
        try:
            yield table
        finally:
            table.close()
            if beside.exists():
                beside.replace(path)
    except OSError as error:
        raise BadTable(f"'{path}' cannot be written: {error.strerror or error}.") from None


def columns_of(series: Series, part: Part) -> Columns:
    """One row a match: its number, steps, every seat's points, return and part of the win, and its notes."""
    results = part.results
    columns: Columns = {
        "match": np.arange(part.first, part.first + len(results.steps), dtype=np.int64),
        "steps": results.steps,
    }
    wins = win_shares(results.returns)
    for seat in range(series.seats):
        columns[f"score_{seat + 1}"] = results.scores[:, seat]
        columns[f"return_{seat + 1}"] = results.returns[:, seat]
        columns[f"win_{seat + 1}"] = wins[:, seat].astype(np.float32)
        if results.races is not None:
            columns[f"races_{seat + 1}"] = results.races[:, seat]
    if results.notes is not None:
        names = names_of(series.game)
        columns |= {name: results.notes[:, k] for k, name in enumerate(names) if name != SHARED[0].name}
    return columns


def facts_of(series: Series) -> dict[str, str]:
    """What a table keeps about where it comes from."""
    return {
        "game": series.game.slug,
        "rules_version": str(series.game.rules_version),
        "options": json.dumps(msgspec.to_builtins(series.options)),
        "seats": str(series.seats),
        "seed": series.seed.hex(),
        "bots": ",".join(getattr(series, "bots", ["random"] * series.seats)),
    }


class CsvTable:
    """Comma-separated, with a header."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", newline="", encoding="utf-8")
        self._rows = csv.writer(self._file)
        self._is_new = True

    def write(self, columns: Columns, /) -> None:
        if self._is_new:
            self._rows.writerow(columns)
            self._is_new = False
        self._rows.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))

    def close(self) -> None:
        self._file.close()


class ParquetTable:
    """Apache Parquet; the file also tells the game, its options, the bots and the seed."""

    def __init__(self, path: Path, facts: dict[str, str]) -> None:
        self._path, self._facts = path, facts
        self._writer: Any = None
        self._held: list[Columns] = []
        self._rows = 0

    def write(self, columns: Columns, /) -> None:
        """Rows are gathered until they make a group."""
        self._held.append(columns)
        self._rows += len(columns["match"])
        if self._rows >= ROWS_IN_A_GROUP:
            self._flush()

    def close(self) -> None:
        self._flush()
        if self._writer is not None:
            self._writer.close()

    def _flush(self) -> None:
        if not self._held:
            return
        arrow, parquet = _parquet()
        rows = {name: np.concatenate([held[name] for held in self._held]) for name in self._held[0]}
        table = arrow.table(rows).replace_schema_metadata({f"dottable.{k}": v for k, v in self._facts.items()})
        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._path, table.schema, compression="zstd")
        self._writer.write_table(table)
        self._held, self._rows = [], 0


def _parquet() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise BadTable("Parquet needs pyarrow: pip install 'dottable[parquet]'; or write a .csv file.") from None
    return pyarrow, parquet
