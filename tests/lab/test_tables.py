"""Matches as rows: complete files, the same whoever played, readable by pandas' own readers."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from dottable.core.series import Series, seed_from
from dottable.lab.policy_series import PolicySeries
from dottable.lab.simulate import CHUNK, simulate
from dottable.lab.tables import UNFINISHED, BadTable, columns_of, table_of
from dottable.lab.workers import Crew

from .toys import tosses


def series_of(*, is_noted=False):
    game = tosses()
    play = {"seats": 2, "options": game.state.Options(), "seed": seed_from("rows")}
    return PolicySeries(game, bots=["random"] * 2, is_noted=True, **play) if is_noted else Series(game, **play)


def written(path, series, matches, workers=1):
    with table_of(path, series) as table:
        for part in simulate(series, matches, Crew(workers)):
            table.write(columns_of(series, part))
    return path


def test_a_csv_file_has_a_row_for_every_match(tmp_path):
    series = series_of(is_noted=True)
    path = written(tmp_path / "rows.csv", series, 300)
    rows = list(csv.DictReader(path.read_text().splitlines()))
    results = series.play(0, 300)
    assert [int(row["match"]) for row in rows] == list(range(300))
    assert [int(row["score_1"]) for row in rows] == results.scores[:, 0].tolist()
    assert [float(row["win_2"]) for row in rows] == (results.returns[:, 1] > 0).astype(float).tolist()
    assert all(int(row["favoured"]) == sum(int(row[f"by_toss_{k}"]) for k in range(5)) for row in rows)
    assert all(int(row["steps"]) == 5 for row in rows)


def test_a_parquet_file_holds_the_same_and_where_it_comes_from(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install 'dottable[parquet]'")
    series = series_of()
    path = written(tmp_path / "rows.parquet", series, 2 * CHUNK + 5, workers=2)
    table = parquet.read_table(path)
    results = series.play(0, 2 * CHUNK + 5)
    assert table["match"].to_numpy().tolist() == list(range(2 * CHUNK + 5))
    assert np.array_equal(table["score_2"].to_numpy(), results.scores[:, 1])
    facts = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    assert facts["dottable.game"] == "tosses"
    assert facts["dottable.seed"] == series.seed.hex()
    assert json.loads(facts["dottable.options"]) == {"luck": 50, "colour": "gold"}


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_file_is_the_same_to_the_byte_for_one_and_two_workers(tmp_path, ending):
    series, matches = series_of(), 5 * CHUNK + 3
    one, two = (written(tmp_path / f"{n}.{ending}", series, matches, workers=n).read_bytes() for n in (1, 2))
    assert one == two


def stopped_in_mid_run(path, series):
    with table_of(path, series) as table:
        for part in simulate(series, 50 * CHUNK, Crew(2)):
            table.write(columns_of(series, part))
            if part.first >= 2 * CHUNK:
                raise KeyboardInterrupt


def test_whoever_stops_has_what_was_done(tmp_path):
    path, series = tmp_path / "rows.csv", series_of()
    with pytest.raises(KeyboardInterrupt):
        stopped_in_mid_run(path, series)
    assert len(path.read_text().splitlines()) == 3 * CHUNK + 1
    assert not path.with_name(path.name + UNFINISHED).exists()


def test_an_old_file_is_there_until_the_new_one_is_complete(tmp_path):
    path, series = tmp_path / "rows.csv", series_of()
    path.write_text("old")
    with table_of(path, series) as table:
        for part in simulate(series, 10, Crew(1)):
            table.write(columns_of(series, part))
        assert path.read_text() == "old"
    assert len(path.read_text().splitlines()) == 11


@pytest.mark.parametrize(("name", "said"), [("rows.xlsx", "should end in"), ("nowhere/rows.csv", "There is no folder")])
def test_a_bad_place_is_named_before_anything_is_played(tmp_path, name, said):
    with pytest.raises(BadTable, match=said), table_of(tmp_path / name, series_of()):
        pass
