"""Trajectory files: every step with observation, mask, action and return; complete files only."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from dottable.cli import main
from dottable.core.matches.seeded_series import SeriesConfig, seed_from
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game
from dottable.lab.series.policy_series import PolicySeries
from dottable.lab.simulation import trajectory_files
from dottable.lab.simulation.row_writers import RowFileError
from dottable.lab.simulation.trajectories import ROWS_PER_JOB, record_trajectories
from dottable.lab.simulation.trajectory_files import open_trajectory_writer
from dottable.lab.worker_pool import WorkerPool
from tests.sizes import sized

MATCHES = 6


def series_of(slug, bots):
    game = find_game(slug)
    return PolicySeries(SeriesConfig(game, game.min_seats, game.state.Options(), seed_from("1")), bots)


def read_table(path: Path):
    if path.suffix == ".parquet":
        return parquet.read_table(path)
    with pa.memory_map(str(path)) as source:
        return pa.ipc.open_file(source).read_all()


@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_every_step_equals_that_of_the_match(suffix, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(trajectory_files, "ROW_GROUP_SIZE", 100)
    path = tmp_path / f"steps{suffix}"
    arguments = ["simulate", "dot_tiles", "--bots", "greedy,random", "--matches", str(MATCHES), "--seed", "1"]
    assert main([*arguments, "--json", "--trajectories", str(path)]) == 0
    report = json.loads(capsys.readouterr().out)
    table = read_table(path)
    assert report["steps"] == len(table) == 60 * MATCHES
    assert {batch.num_rows for batch in table.to_batches()} <= {100, 60}
    rows = table.to_pylist()
    series = series_of("dot_tiles", ["greedy", "random"])
    for index in range(MATCHES):
        played = series.played_match(index)
        match = played.before_first_move()
        for step, move in enumerate(played.moves):
            row = rows.pop(0)
            assert (row["match"], row["step"], row["seat"], row["action"]) == (index, step, move.seat, move.action)
            assert row["observation"] == match.observation(move.seat).tolist()
            mask = np.unpackbits(np.array(row["mask"], np.uint8), bitorder="little", count=120)
            assert np.flatnonzero(mask).tolist() == match.legal(move.seat)
            assert row["return"] == played.returns()[move.seat]
            assert row["is_last"] == (move.seat not in [later.seat for later in played.moves[step + 1 :]])
            match.apply(*move)


def test_the_schema_says_what_was_played(tmp_path):
    path = tmp_path / "steps.parquet"
    main(["simulate", "dot_tiles", "--matches", "1", "--seed", "1", "--trajectories", str(path)])
    metadata = {key.decode(): value.decode() for key, value in parquet.read_schema(path).metadata.items()}
    assert metadata["dottable.game"] == "dot_tiles"
    assert metadata["dottable.seats"] == "2"
    assert metadata["dottable.seed"] == seed_from("1").hex()
    assert json.loads(metadata["dottable.options"]) == {"single-colour-bonus": True}
    assert metadata["dottable.bots"] == "random,random"
    assert metadata["dottable.actions"] == "120"


def test_the_number_of_workers_changes_nothing(monkeypatch):
    slug, matches, rows_per_job = sized(("dot_tiles", 20, 500), ("dots_52", 300, ROWS_PER_JOB))
    monkeypatch.setattr("dottable.lab.simulation.trajectories.ROWS_PER_JOB", rows_per_job)
    series = series_of(slug, ["random", "random"])
    one, two = (list(record_trajectories(series, matches, WorkerPool(workers))) for workers in (1, 2))
    assert len(one) > 1
    for name in one[0]:
        assert np.concatenate([c[name] for c in one]).tobytes() == np.concatenate([c[name] for c in two]).tobytes()
    assert all((columns["seat"] != CLOCK).all() for columns in one)


def fail_while_writing(path, series, columns, error):
    with open_trajectory_writer(path, series) as writer:
        writer.write(columns)
        assert not path.exists()
        raise error


def test_an_error_leaves_no_file_and_an_interrupt_keeps_whole_matches(tmp_path):
    series = series_of("dot_tiles", ["random", "random"])
    columns = next(record_trajectories(series, 2, WorkerPool(1)))
    for error, kept in ((ZeroDivisionError, False), (KeyboardInterrupt, True)):
        path = tmp_path / f"{error.__name__}.arrow"
        with pytest.raises(error):
            fail_while_writing(path, series, columns, error)
        assert path.exists() == kept
    assert len(read_table(path)) == len(columns["action"])
    assert len(list(tmp_path.iterdir())) == 1


def test_wrong_arguments_are_explained(tmp_path, capsys):
    with pytest.raises(RowFileError, match=r"ends in \.parquet or \.arrow"):
        trajectory_files.check_trajectory_file(tmp_path / "steps.csv")
    with pytest.raises(RowFileError, match="There is no folder"):
        trajectory_files.check_trajectory_file(tmp_path / "none" / "steps.arrow")
    path = str(tmp_path / "steps.arrow")
    assert main(["simulate", "dot_tiles", "--trajectories", path, "--reaction-times", "sharp"]) == 2
    assert "--trajectories cannot be combined with --reaction-times" in capsys.readouterr().err
