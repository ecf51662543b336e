"""Files of rows: complete, the same for any number of workers, readable by other tools."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.lab.series.policy_series import PolicySeries
from dottable.lab.simulation.row_writers import TEMPORARY_SUFFIX, RowFileError, match_columns, open_row_writer
from dottable.lab.simulation.simulate import RANDOM_BATCH_SIZE, simulate
from dottable.lab.worker_pool import WorkerPool
from tests.lab.toys import tosses


def series_of(*, has_statistics=False):
    game = tosses()
    config = SeriesConfig(game, seats=2, options=game.state.Options(), seed=seed_from("rows"))
    return PolicySeries(config, ["random"] * 2, has_statistics=True) if has_statistics else Series(config)


def write_rows(path, series, matches, workers=1):
    with open_row_writer(path, series) as writer:
        for batch in simulate(series, matches, WorkerPool(workers)):
            writer.write(match_columns(series, batch))
    return path


def test_a_csv_file_has_one_row_per_match(tmp_path):
    series = series_of(has_statistics=True)
    path = write_rows(tmp_path / "rows.csv", series, 300)
    rows = list(csv.DictReader(path.read_text().splitlines()))
    results = series.play(0, 300)
    assert [int(row["match"]) for row in rows] == list(range(300))
    assert [int(row["score_1"]) for row in rows] == results.scores[:, 0].tolist()
    assert [float(row["win_2"]) for row in rows] == (results.returns[:, 1] > 0).astype(float).tolist()
    assert all(int(row["favoured"]) == sum(int(row[f"by_toss_{k}"]) for k in range(5)) for row in rows)
    assert all(int(row["steps"]) == 5 for row in rows)


def test_a_parquet_file_has_the_same_rows_and_metadata(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install 'dottable[lab]'")
    series = series_of()
    path = write_rows(tmp_path / "rows.parquet", series, 2 * RANDOM_BATCH_SIZE + 5, workers=2)
    table = parquet.read_table(path)
    results = series.play(0, 2 * RANDOM_BATCH_SIZE + 5)
    assert table["match"].to_numpy().tolist() == list(range(2 * RANDOM_BATCH_SIZE + 5))
    assert np.array_equal(table["score_2"].to_numpy(), results.scores[:, 1])
    metadata = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    assert metadata["dottable.game"] == "tosses"
    assert metadata["dottable.seed"] == series.seed.hex()
    assert json.loads(metadata["dottable.options"]) == {"luck": 50, "colour": "gold"}


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_file_is_the_same_to_the_byte_for_one_and_two_workers(tmp_path, ending):
    series, matches = series_of(), 5 * RANDOM_BATCH_SIZE + 3
    one, two = (write_rows(tmp_path / f"{n}.{ending}", series, matches, workers=n).read_bytes() for n in (1, 2))
    assert one == two


def stop_after_three_batches(path, series):
    with open_row_writer(path, series) as writer:
        for batch in simulate(series, 50 * RANDOM_BATCH_SIZE, WorkerPool(2)):
            writer.write(match_columns(series, batch))
            if batch.first >= 2 * RANDOM_BATCH_SIZE:
                raise KeyboardInterrupt


def test_rows_written_before_an_interrupt_are_kept(tmp_path):
    path, series = tmp_path / "rows.csv", series_of()
    with pytest.raises(KeyboardInterrupt):
        stop_after_three_batches(path, series)
    assert len(path.read_text().splitlines()) == 3 * RANDOM_BATCH_SIZE + 1
    assert not path.with_name(path.name + TEMPORARY_SUFFIX).exists()


def test_an_old_file_is_there_until_the_new_one_is_complete(tmp_path):
    path, series = tmp_path / "rows.csv", series_of()
    path.write_text("old")
    with open_row_writer(path, series) as writer:
        for batch in simulate(series, 10, WorkerPool(1)):
            writer.write(match_columns(series, batch))
        assert path.read_text() == "old"
    assert len(path.read_text().splitlines()) == 11


@pytest.mark.parametrize(("name", "message"), [("rows.xlsx", "ends in"), ("nowhere/rows.csv", "There is no folder")])
def test_a_bad_path_is_an_error_before_anything_is_played(tmp_path, name, message):
    with pytest.raises(RowFileError, match=message), open_row_writer(tmp_path / name, series_of()):
        pass
