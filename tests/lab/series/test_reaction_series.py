"""Random play in virtual time: the faster seat wins races, the clock ends turns, the seed decides."""

from __future__ import annotations

from collections import Counter
from math import exp, log
from statistics import median, stdev

import numpy as np
import pytest

from dottable.bots.timing.reaction_time import (
    MIN_REACTION_MS,
    QUANTILES,
    REACTION_TIME_SIGMA,
    REACTION_TIMES,
    sample_reaction_ms,
)
from dottable.core.errors import DottableError
from dottable.core.matches.seeded_series import SeriesConfig, seed_from
from dottable.core.primitives import fast_rng
from dottable.core.primitives.record import rule_array
from dottable.core.registry import find_game, installed_games
from dottable.lab.series.reaction_series import ReactionTimeSeries, read_reaction_levels
from dottable.lab.series.result_operations import concatenate_results
from dottable.lab.simulation.simulate import simulate, summarize_batches
from dottable.lab.worker_pool import WorkerPool
from tests.present import present
from tests.sizes import full_only, sized_series_slugs


def timed_series(game, *names, seats=None, seed="tempo"):
    seats = seats or len(names)
    levels = read_reaction_levels(",".join(names), seats)
    return ReactionTimeSeries(
        SeriesConfig(game, seats=seats, options=game.state.Options(), seed=seed_from(seed)), levels
    )


def test_reaction_times_are_log_normal_around_the_median_and_never_faster_than_a_person():
    q = fast_rng.new_generator()
    fast_rng.set_seed(rule_array(q), 1, 2)
    times = [sample_reaction_ms(1400, rule_array(q)) for _ in range(20_000)]
    assert median(times) == pytest.approx(1400, rel=0.02)
    assert stdev(log(t) for t in times) == pytest.approx(REACTION_TIME_SIGMA, rel=0.05)
    assert min(sample_reaction_ms(200, rule_array(q)) for _ in range(2000)) == MIN_REACTION_MS


def test_the_table_of_quantiles_is_a_log_normal():
    assert QUANTILES[len(QUANTILES) // 2] == pytest.approx(1000, abs=2)
    assert (np.diff(QUANTILES) >= 0).all()
    assert QUANTILES[round(0.8413 * len(QUANTILES))] == pytest.approx(1000 * exp(REACTION_TIME_SIGMA), rel=0.01)


@full_only("compiling takes 20 s")
def test_equal_reaction_times_win_equally_many_races():
    series = timed_series(find_game("dots_52"), "steady", "steady")
    share = present(summarize_batches(series, simulate(series, 4000), 4000).race_share)
    assert share[0] == pytest.approx(0.5, abs=0.02)


@full_only("compiling takes 20 s")
def test_the_faster_seat_wins_more_races():
    series = timed_series(find_game("dots_52"), "master", "newcomer")
    summary = summarize_batches(series, simulate(series, 2000), 2000)
    assert present(summary.race_share)[0] > 0.6
    assert summary.reaction_levels == ["master", "newcomer"]


def test_slow_seats_run_into_the_clock(last_dot):
    """In Last Dot a turn lasts ten seconds; with a median of 30 s most turns are lost to the clock."""
    game = last_dot
    slow = ReactionTimeSeries(
        SeriesConfig(game, seats=2, options=game.state.Options(), seed=seed_from("slow")),
        [REACTION_TIMES["newcomer"]._replace(median_ms=30_000)] * 2,
    )
    fast = timed_series(game, "master", "master")
    assert slow.play(0, 500).steps.mean() > fast.play(0, 500).steps.mean() + 3


@pytest.mark.parametrize("slug", sized_series_slugs(installed_games()))
def test_every_game_ends_in_virtual_time_and_workers_do_not_matter(slug):
    game = find_game(slug)
    series = timed_series(game, "steady", seats=game.max_seats)
    one, two = (concatenate_results([batch.results for batch in simulate(series, 40, WorkerPool(n))]) for n in (1, 2))
    assert (one.steps > 0).all()
    assert (one.scores == two.scores).all()
    assert np.array_equal(present(one.races), present(two.races))


def test_reaction_levels_are_read_from_names():
    assert [t.name for t in read_reaction_levels("sharp", 3)] == ["sharp"] * 3
    assert Counter(t.name for t in read_reaction_levels("sharp,casual", 2)) == Counter(["sharp", "casual"])
    with pytest.raises(DottableError, match="Unknown level 'brisk'"):
        read_reaction_levels("brisk", 2)
    with pytest.raises(DottableError, match="Expected 1 or 3 levels for 3 seats, not 2"):
        read_reaction_levels("sharp,casual", 3)
