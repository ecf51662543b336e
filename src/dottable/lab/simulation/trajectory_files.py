"""Trajectory files in Parquet (.parquet) or Arrow IPC (.arrow) format, written in groups of rows.

Rows are first written to a temporary file, which is renamed at the end. So a file with the final name is always
complete.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from dottable.core.game import Game
from dottable.core.optional_packages import require_package
from dottable.core.primitives.record import Array
from dottable.lab.simulation.row_writers import TEMPORARY_SUFFIX, RowFileError, series_metadata
from dottable.lab.simulation.trajectories import Columns, TrajectorySeries, mask_bytes

TRAJECTORY_SUFFIXES = (".parquet", ".arrow")
ROW_GROUP_SIZE = 16_384
"""Rows per row group or record batch, which makes 5 to 25 MB before compression."""
COMPRESSION = "zstd"
VECTOR_COLUMNS = ("observation", "mask")


def check_trajectory_file(path: Path) -> None:
    """Raise RowFileError if the suffix, the folder or a missing package prevents writing to `path`."""
    if path.suffix not in TRAJECTORY_SUFFIXES:
        raise RowFileError(f"Unknown file type '{path}'. Use a name that ends in {' or '.join(TRAJECTORY_SUFFIXES)}.")
    import_pyarrow()
    if not path.parent.is_dir():
        raise RowFileError(f"There is no folder '{path.parent}'. Create it first.")


def import_pyarrow() -> Any:
    """Return the module `pyarrow`."""
    return require_package("pyarrow")


def trajectory_schema(game: Game, metadata: dict[str, str]) -> Any:
    """Return the Arrow schema of a game's trajectories."""
    pa = import_pyarrow()
    fields = [
        ("match", pa.int64()),
        ("step", pa.int32()),
        ("seat", pa.int8()),
        ("observation", pa.list_(pa.field("element", pa.int16(), nullable=False), game.knowledge.OBSERVATION_SIZE)),
        ("mask", pa.list_(pa.field("element", pa.uint8(), nullable=False), mask_bytes(game))),
        ("action", pa.int32()),
        ("return", pa.float32()),
        ("is_last", pa.bool_()),
    ]
    described = {**metadata, "actions": str(game.state.ACTIONS.size), "mask": "bits, lowest first"}
    return pa.schema(
        [pa.field(name, kind, nullable=False) for name, kind in fields],
        metadata={f"dottable.{name}": value for name, value in described.items()},
    )


class TrajectoryWriter:
    """Writes steps to a trajectory file."""

    def __init__(self, path: Path, file_type: str, schema: Any) -> None:
        self._schema, self._file_type = schema, file_type
        self._buffered: list[Columns] = []
        self._row_count = 0
        self._file = open_arrow_file(path, file_type, schema)

    def write(self, columns: Columns) -> None:
        """Buffer rows. Write them to the file in full row groups."""
        self._buffered.append(columns)
        self._row_count += len(columns["action"])
        if self._row_count >= ROW_GROUP_SIZE:
            self._flush(self._row_count - self._row_count % ROW_GROUP_SIZE)

    def close(self) -> None:
        """Write the remaining rows and finish the file."""
        try:
            if self._row_count:
                self._flush(self._row_count)
        finally:
            self._file.close()

    def _flush(self, count: int) -> None:
        """Write the first `count` buffered rows and keep the rest."""
        rows = {name: np.concatenate([part[name] for part in self._buffered]) for name in self._schema.names}
        for first in range(0, count, ROW_GROUP_SIZE):
            group = {name: column[first : min(count, first + ROW_GROUP_SIZE)] for name, column in rows.items()}
            self._file.write_batch(self._record_batch(group))
        self._buffered = [{name: column[count:].copy() for name, column in rows.items()}]
        self._row_count -= count

    def _record_batch(self, rows: Columns) -> Any:
        pa = import_pyarrow()
        arrays = [as_arrow_array(rows[field.name], field.type) for field in self._schema]
        return pa.record_batch(arrays, schema=self._schema)


def open_arrow_file(path: Path, file_type: str, schema: Any) -> Any:
    """Return a writer of record batches for a Parquet or Arrow file."""
    pa = import_pyarrow()
    if file_type == ".arrow":
        return pa.ipc.new_file(str(path), schema, options=pa.ipc.IpcWriteOptions(compression=COMPRESSION))
    from pyarrow import parquet

    return parquet.ParquetWriter(path, schema, compression=COMPRESSION)


def as_arrow_array(column: Array, kind: Any) -> Any:
    """Return a column as an Arrow array. A matrix becomes an array of fixed-size lists."""
    pa = import_pyarrow()
    if column.ndim == 1:
        return pa.array(column, kind)
    return pa.FixedSizeListArray.from_arrays(pa.array(column.ravel()), type=kind)


@contextmanager
def open_trajectory_writer(path: Path, series: TrajectorySeries) -> Iterator[TrajectoryWriter]:
    """Provide a writer for a trajectory file.

    The file gets its final name at the end, also after Ctrl-C, but not after an error.
    """
    check_trajectory_file(path)
    temporary = path.with_name(path.name + TEMPORARY_SUFFIX)
    try:
        writer = TrajectoryWriter(temporary, path.suffix, trajectory_schema(series.game, series_metadata(series)))
        try:
            yield writer
        except KeyboardInterrupt:
            writer.close()
            temporary.replace(path)
            raise
        writer.close()
        temporary.replace(path)
    except OSError as error:
        raise RowFileError(f"Cannot write '{path}': {error.strerror or error}.") from None
    finally:
        temporary.unlink(missing_ok=True)
