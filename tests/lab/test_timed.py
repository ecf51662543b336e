"""Play in virtual time: races follow tempo, the clock closes windows, the seed decides."""

from __future__ import annotations

from collections import Counter
from math import exp, log
from statistics import median, stdev

import numpy as np
import pytest

from dottable.bots.tempo import QUANTILES, SHORTEST_MS, SPREAD, TEMPI, reaction_ms
from dottable.core import quick
from dottable.core.errors import DottableError
from dottable.core.record import for_rules
from dottable.core.registry import find, games
from dottable.core.series import seed_from
from dottable.lab.simulate import joined, simulate, summarize
from dottable.lab.timed import TimedSeries, read_tempi
from dottable.lab.workers import Crew


def timed(game, *names, seats=None, seed="tempo"):
    seats = seats or len(names)
    tempi = read_tempi(",".join(names), seats)
    return TimedSeries(game, seats=seats, options=game.state.Options(), seed=seed_from(seed), tempi=tempi)


def test_reaction_times_are_log_normal_around_the_median_and_never_inhuman():
    q = quick.generator()
    quick.start(for_rules(q), 1, 2)
    times = [reaction_ms(1400, for_rules(q)) for _ in range(20_000)]
    assert median(times) == pytest.approx(1400, rel=0.02)
    assert stdev(log(t) for t in times) == pytest.approx(SPREAD, rel=0.05)
    assert min(reaction_ms(200, for_rules(q)) for _ in range(2000)) == SHORTEST_MS


def test_the_table_of_quantiles_is_a_log_normal():
    assert QUANTILES[len(QUANTILES) // 2] == pytest.approx(1000, abs=2)
    assert (np.diff(QUANTILES) >= 0).all()
    assert QUANTILES[round(0.8413 * len(QUANTILES))] == pytest.approx(1000 * exp(SPREAD), rel=0.01)


def test_equal_tempi_win_equally_many_races():
    series = timed(find("dots_52"), "steady", "steady")
    share = summarize(series, simulate(series, 4000), 4000).race_share
    assert share[0] == pytest.approx(0.5, abs=0.02)


def test_the_quicker_seat_wins_more_races():
    series = timed(find("dots_52"), "master", "newcomer")
    summary = summarize(series, simulate(series, 2000), 2000)
    assert summary.race_share[0] > 0.6
    assert summary.tempi == ["master", "newcomer"]


def test_slow_seats_run_into_the_clock(last_dot):
    """In Last Dot a turn lasts ten seconds; with a median of 30 s most turns are lost to the clock."""
    game = last_dot
    slow = TimedSeries(
        game,
        seats=2,
        options=game.state.Options(),
        seed=seed_from("slow"),
        tempi=[TEMPI["newcomer"]._replace(median_ms=30_000)] * 2,
    )
    quickly = timed(game, "master", "master")
    assert slow.play(0, 500).steps.mean() > quickly.play(0, 500).steps.mean() + 3


@pytest.mark.parametrize("slug", list(games()))
def test_every_game_ends_in_virtual_time_and_workers_do_not_matter(slug):
    game = find(slug)
    series = timed(game, "steady", seats=game.max_seats)
    one, two = (joined([part.results for part in simulate(series, 40, Crew(n))]) for n in (1, 2))
    assert (one.steps > 0).all()
    assert (one.scores == two.scores).all()
    assert (one.races == two.races).all()


def test_tempi_are_read_from_names():
    assert [t.name for t in read_tempi("sharp", 3)] == ["sharp"] * 3
    assert Counter(t.name for t in read_tempi("sharp,casual", 2)) == Counter(["sharp", "casual"])
    with pytest.raises(DottableError, match="There is no tempo 'brisk'"):
        read_tempi("brisk", 2)
    with pytest.raises(DottableError, match="one for each of the 3 seats, not 2"):
        read_tempi("sharp,casual", 3)
