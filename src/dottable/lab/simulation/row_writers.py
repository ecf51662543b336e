"""Writes matches as rows of a Parquet or CSV file, batch by batch. The file's suffix selects the format.

Rows are first written to a temporary file, which is renamed at the end. So a file with the final name is always
complete.
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
from dottable.core.matches.seeded_series import Series
from dottable.core.optional_packages import require_package
from dottable.core.primitives.record import Array
from dottable.lab.series.result_operations import win_shares
from dottable.lab.simulation.simulate import MatchBatch
from dottable.lab.statistics.statistics_columns import SHARED_COLUMNS, column_names

ROW_FILE_SUFFIXES = (".parquet", ".csv")
TEMPORARY_SUFFIX = ".part"
ROW_GROUP_SIZE = 65_536
"""Rows per row group of a Parquet file. Files with smaller groups are slow to read."""
Columns = dict[str, Array]


class RowFileError(DottableError):
    """Raised when a file of rows cannot be written."""


class RowWriter(Protocol):
    """Protocol of a writer that appends rows to a file."""

    def write(self, columns: Columns, /) -> None: ...

    def close(self) -> None: ...


def check_row_file(path: Path) -> None:
    """Raise RowFileError if the suffix, the folder or a missing package prevents writing to `path`."""
    if path.suffix not in ROW_FILE_SUFFIXES:
        raise RowFileError(f"Unknown file type '{path}'. Use a name that ends in {' or '.join(ROW_FILE_SUFFIXES)}.")
    if path.suffix == ".parquet":
        _import_pyarrow()
    if not path.parent.is_dir():
        raise RowFileError(f"There is no folder '{path.parent}'. Create it first.")


@contextmanager
def open_row_writer(path: Path, series: Series) -> Iterator[RowWriter]:
    """Provide a writer for the matches of a series. After an interrupt, the rows written so far are kept."""
    check_row_file(path)
    temporary = path.with_name(path.name + TEMPORARY_SUFFIX)
    try:
        writer: RowWriter = (
            CsvRowWriter(temporary) if path.suffix == ".csv" else ParquetRowWriter(temporary, series_metadata(series))
        )
        try:
            yield writer
        finally:
            writer.close()
            if temporary.exists():
                temporary.replace(path)
    except OSError as error:
        raise RowFileError(f"Cannot write '{path}': {error.strerror or error}.") from None


def match_columns(series: Series, batch: MatchBatch) -> Columns:
    """Return the columns of a batch, with one row per match.

    The columns are the match's index and steps, each seat's score, return and win share, and the statistics if
    recorded.
    """
    results = batch.results
    columns: Columns = {
        "match": np.arange(batch.first, batch.first + len(results.steps), dtype=np.int64),
        "steps": results.steps,
    }
    wins = win_shares(results.returns)
    for seat in range(series.seats):
        columns[f"score_{seat + 1}"] = results.scores[:, seat]
        columns[f"return_{seat + 1}"] = results.returns[:, seat]
        columns[f"win_{seat + 1}"] = wins[:, seat].astype(np.float32)
        if results.races is not None:
            columns[f"races_{seat + 1}"] = results.races[:, seat]
    if results.statistics is not None:
        names = column_names(series.game)
        columns |= {name: results.statistics[:, k] for k, name in enumerate(names) if name != SHARED_COLUMNS[0].name}
    return columns


def series_metadata(series: Series) -> dict[str, str]:
    """Return the metadata of a Parquet file: everything that is needed to play the series again."""
    return {
        "game": series.game.slug,
        "rules_version": str(series.game.rules_version),
        "options": json.dumps(msgspec.to_builtins(series.options)),
        "seats": str(series.seats),
        "seed": series.seed.hex(),
        "bots": ",".join(getattr(series, "bots", ["random"] * series.seats)),
    }


class CsvRowWriter:
    """Writes rows as comma-separated values with a header line."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", newline="", encoding="utf-8")
        self._rows = csv.writer(self._file)
        self._has_header = False

    def write(self, columns: Columns, /) -> None:
        if not self._has_header:
            self._rows.writerow(columns)
            self._has_header = True
        self._rows.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))

    def close(self) -> None:
        self._file.close()


class ParquetRowWriter:
    """Writes rows to an Apache Parquet file, with the metadata of the series."""

    def __init__(self, path: Path, metadata: dict[str, str]) -> None:
        self._path, self._metadata = path, metadata
        self._writer: Any = None
        self._buffered: list[Columns] = []
        self._buffered_rows = 0

    def write(self, columns: Columns, /) -> None:
        """Buffer rows. Write them to the file when they fill a row group."""
        self._buffered.append(columns)
        self._buffered_rows += len(columns["match"])
        if self._buffered_rows >= ROW_GROUP_SIZE:
            self._flush()

    def close(self) -> None:
        self._flush()
        if self._writer is not None:
            self._writer.close()

    def _flush(self) -> None:
        if not self._buffered:
            return
        arrow, parquet = _import_pyarrow()
        rows = {name: np.concatenate([columns[name] for columns in self._buffered]) for name in self._buffered[0]}
        table = arrow.table(rows).replace_schema_metadata({f"dottable.{k}": v for k, v in self._metadata.items()})
        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._path, table.schema, compression="zstd")
        self._writer.write_table(table)
        self._buffered, self._buffered_rows = [], 0


def _import_pyarrow() -> tuple[Any, Any]:
    """Return the modules `pyarrow` and `pyarrow.parquet`."""
    return require_package("pyarrow", "lab"), require_package("pyarrow.parquet", "lab")
