"""Jobs come back once each, whoever does them and whoever is lost on the way."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest

from dottable.core.registry import find
from dottable.core.series import Series, seed_from
from dottable.lab.bot_series import BotSeries
from dottable.lab.policy_series import PolicySeries
from dottable.lab.simulate import Totals, simulate
from dottable.lab.workers import MOST_LOSSES, Crew, WorkersLost, ray_cluster, spread

JOBS = 24


def square(number: int, folder: str) -> tuple[int, int]:
    """The square, and which process found it; a file for every time that somebody began."""
    (Path(folder) / f"{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    return number**2, os.getpid()


def square_slowly(number: int, folder: str) -> tuple[int, int]:
    found = square(number, folder)
    time.sleep(0.15)
    return found


def die_once(number: int, folder: str) -> tuple[int, int]:
    """Number 5 takes its worker down the first time."""
    found = square(number, folder)
    if number == 5 and len(list(Path(folder).glob("5-*"))) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return found


def die_always(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def stumble(*_: object) -> None:
    raise ValueError("this number is too hard")


def jobs(folder: Path) -> list[tuple[int, str]]:
    return [(number, str(folder)) for number in range(JOBS)]


def squares(done: list[tuple[int, tuple[int, int]]]) -> list[tuple[int, int]]:
    return sorted((place, found[0]) for place, found in done)


EXPECTED = [(number, number**2) for number in range(JOBS)]


@pytest.mark.parametrize(("workers", "in_threads"), [(1, False), (2, True), (3, False)])
def test_every_job_comes_back_once(tmp_path, workers, in_threads):
    done = list(spread(square, jobs(tmp_path), Crew(workers), in_threads=in_threads))
    assert squares(done) == EXPECTED
    assert len(list(tmp_path.iterdir())) == JOBS


def test_a_lost_process_is_replaced_and_its_share_done_again(tmp_path):
    done = list(spread(die_once, jobs(tmp_path), Crew(2)))
    assert squares(done) == EXPECTED
    assert len(list(tmp_path.glob("5-*"))) >= 2


def test_workers_that_always_die_end_with_a_clear_error(tmp_path):
    with pytest.raises(WorkersLost, match=f"{MOST_LOSSES + 1} worker processes ended"):
        list(spread(die_always, jobs(tmp_path), Crew(2)))


@pytest.mark.parametrize("crew", [Crew(1), Crew(2)])
def test_an_error_of_the_work_itself_is_not_hidden(tmp_path, crew):
    with pytest.raises(ValueError, match="too hard"):
        list(spread(stumble, jobs(tmp_path), crew))


def test_whoever_stops_early_leaves_no_worker_behind(tmp_path):
    with closing(spread(square_slowly, jobs(tmp_path), Crew(2))) as done:
        _, (_, worker) = next(done)
    for _ in range(100):
        if not Path(f"/proc/{worker}").exists():
            break
        time.sleep(0.1)
    assert not Path(f"/proc/{worker}").exists()
    assert len(list(tmp_path.iterdir())) < JOBS


@pytest.fixture(scope="module")
def local_ray():
    """A real Ray on this machine with two workers."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'dottable[ray]'")
    with ray_cluster(Crew(2, "ray")) as ray:
        yield ray


@pytest.mark.usefixtures("local_ray")
def test_ray_replaces_a_worker_that_is_killed_in_mid_run(tmp_path):
    done, killed = [], 0
    for place, found in spread(square_slowly, jobs(tmp_path), Crew(2, "ray")):
        done.append((place, found))
        if len(done) == 4:
            killed = worker_of_an_unfinished_job(tmp_path, {place for place, _ in done})
            os.kill(killed, signal.SIGKILL)
    assert squares(done) == EXPECTED
    finders = {found[1] for _, found in done}
    assert len(finders - {killed}) >= 2, "another worker took the place of the lost one"
    assert len(list(tmp_path.iterdir())) > JOBS, "what the lost worker had begun was begun again"
    assert len(done) == JOBS


def worker_of_an_unfinished_job(folder: Path, done: set[int]) -> int:
    """The process of a job that was begun and whose result has not come."""
    for _ in range(1000):
        for path in folder.iterdir():
            number, worker, _ = map(int, path.name.split("-"))
            if number not in done:
                return worker
        time.sleep(0.01)
    raise AssertionError("no job is under way")


def summary_of(series: Series, matches: int, crew: Crew) -> object:
    totals = Totals(series, matches)
    for part in simulate(series, matches, crew):
        totals.add(part)
    return totals.summary()


def kinds_of_series() -> list[Series]:
    game = find("dot_tiles")
    play = {"seats": 3, "options": game.state.Options(), "seed": seed_from("crew")}
    return [
        Series(game, **play),
        PolicySeries(game, bots=["greedy", "random", "greedy"], is_noted=True, **play),
        BotSeries(game, bots=["casual", "greedy", "newcomer"], **play),
    ]


@pytest.mark.usefixtures("local_ray")
@pytest.mark.parametrize("kind", range(3))
def test_one_worker_two_workers_and_ray_give_the_same(kind):
    series, matches = kinds_of_series()[kind], (9000, 700, 8)[kind]
    found = [summary_of(series, matches, crew) for crew in (Crew(1), Crew(2), Crew(2, "ray"))]
    assert found[0] == found[1] == found[2]
    assert found[0].matches == matches
