"""Every job yields its result once, whatever kind of worker runs it and even if workers die."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest

from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.core.registry import find_game
from dottable.lab import worker_pool
from dottable.lab.series.bot_series import BotSeries
from dottable.lab.series.policy_series import PolicySeries
from dottable.lab.simulation.simulate import RunningTotals, SimulationSummary, simulate
from dottable.lab.worker_pool import WorkerPool, WorkersLost, ray_connection, run_jobs
from tests.sizes import full_only, sized

JOB_COUNT = 24


def square(number: int, folder: str) -> tuple[int, int]:
    """Return the square and the process id. Leave one file per call."""
    (Path(folder) / f"{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    return number**2, os.getpid()


def square_slowly(number: int, folder: str) -> tuple[int, int]:
    found = square(number, folder)
    time.sleep(0.15)
    return found


def die_once(number: int, folder: str) -> tuple[int, int]:
    """Kill the worker the first time that job 5 runs."""
    found = square(number, folder)
    if number == 5 and len(list(Path(folder).glob("5-*"))) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return found


def die_always(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def raise_value_error(*_: object) -> None:
    raise ValueError("this number is too hard")


def jobs(folder: Path) -> list[tuple[int, str]]:
    return [(number, str(folder)) for number in range(JOB_COUNT)]


def sorted_squares(done: list[tuple[int, tuple[int, int]]]) -> list[tuple[int, int]]:
    return sorted((place, found[0]) for place, found in done)


EXPECTED_SQUARES = [(number, number**2) for number in range(JOB_COUNT)]


@pytest.mark.parametrize(("workers", "in_threads"), [(1, False), (2, True), (3, False)])
def test_every_job_yields_its_result_once(tmp_path, workers, in_threads):
    done = list(run_jobs(square, jobs(tmp_path), WorkerPool(workers), in_threads=in_threads))
    assert sorted_squares(done) == EXPECTED_SQUARES
    assert len(list(tmp_path.iterdir())) == JOB_COUNT


def test_a_dead_process_is_replaced_and_its_jobs_run_again(tmp_path):
    done = list(run_jobs(die_once, jobs(tmp_path), WorkerPool(2)))
    assert sorted_squares(done) == EXPECTED_SQUARES
    assert len(list(tmp_path.glob("5-*"))) >= 2


def test_workers_that_always_die_end_with_a_clear_error(tmp_path, monkeypatch):
    monkeypatch.setattr(worker_pool, "MAX_WORKER_LOSSES", 1)
    with pytest.raises(WorkersLost, match="2 worker processes died"):
        list(run_jobs(die_always, jobs(tmp_path), WorkerPool(2)))


@pytest.mark.parametrize("pool", [WorkerPool(1), WorkerPool(2)])
def test_an_error_of_the_job_itself_is_raised(tmp_path, pool):
    with pytest.raises(ValueError, match="too hard"):
        list(run_jobs(raise_value_error, jobs(tmp_path), pool))


def test_stopping_early_leaves_no_worker_behind(tmp_path):
    with closing(run_jobs(square_slowly, jobs(tmp_path), WorkerPool(2))) as done:
        _, (_, worker) = next(done)
    for _ in range(100):
        if not Path(f"/proc/{worker}").exists():
            break
        time.sleep(0.1)
    assert not Path(f"/proc/{worker}").exists()
    assert len(list(tmp_path.iterdir())) < JOB_COUNT


@pytest.fixture(scope="module")
def local_ray():
    """Ray on this machine with two workers."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'dottable[ray]'")
    with ray_connection(WorkerPool(2, "ray")) as ray:
        yield ray


@full_only("takes a minute")
@pytest.mark.usefixtures("local_ray")
def test_ray_replaces_a_worker_that_is_killed_during_the_run(tmp_path):
    done, killed = [], 0
    for place, found in run_jobs(square_slowly, jobs(tmp_path), WorkerPool(2, "ray")):
        done.append((place, found))
        if len(done) == 4:
            killed = worker_of_an_unfinished_job(tmp_path, {place for place, _ in done})
            os.kill(killed, signal.SIGKILL)
    assert sorted_squares(done) == EXPECTED_SQUARES
    finders = {found[1] for _, found in done}
    assert len(finders - {killed}) >= 2, "another worker replaced the dead one"
    assert len(list(tmp_path.iterdir())) > JOB_COUNT, "the job of the dead worker started again"
    assert len(done) == JOB_COUNT


def worker_of_an_unfinished_job(folder: Path, done: set[int]) -> int:
    """Return the process id of a job that has started and not ended."""
    for _ in range(1000):
        for path in folder.iterdir():
            number, worker, _ = map(int, path.name.split("-"))
            if number not in done:
                return worker
        time.sleep(0.01)
    raise AssertionError("no job is under way")


def summary_of(series: Series, matches: int, pool: WorkerPool) -> SimulationSummary:
    totals = RunningTotals(series, matches)
    for batch in simulate(series, matches, pool):
        totals.add_batch(batch)
    return totals.summary()


def one_series_of_each_kind() -> list[Series]:
    game = find_game("dot_tiles")
    config = SeriesConfig(game, seats=3, options=game.state.Options(), seed=seed_from("crew"))
    return [
        Series(config),
        PolicySeries(config, ["greedy", "random", "greedy"], has_statistics=True),
        BotSeries(config, ["casual", "greedy", "newcomer"]),
    ]


@pytest.mark.usefixtures("local_ray")
@pytest.mark.parametrize("kind", sized([2], [0, 1, 2]))
def test_one_worker_two_workers_and_ray_give_the_same(kind):
    series, matches = one_series_of_each_kind()[kind], (9000, 700, 8)[kind]
    found = [summary_of(series, matches, pool) for pool in (WorkerPool(1), WorkerPool(2), WorkerPool(2, "ray"))]
    assert found[0] == found[1] == found[2]
    assert found[0].matches == matches
