"""Simulation: the seed alone decides, whatever the number of workers."""

from __future__ import annotations

import numpy as np
import pytest

from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.core.registry import find_game, installed_games
from dottable.lab.series.result_operations import concatenate_results, win_shares
from dottable.lab.simulation.simulate import RANDOM_BATCH_SIZE, simulate, summarize_batches
from dottable.lab.worker_pool import WorkerPool


def series_of(game, seats=None, seed="a seed"):
    return Series(SeriesConfig(game, seats=seats or game.min_seats, options=game.state.Options(), seed=seed_from(seed)))


def results_of(series, matches, workers=None):
    return concatenate_results([batch.results for batch in simulate(series, matches, WorkerPool(workers))])


def test_the_number_of_workers_changes_nothing(last_dot):
    matches = 2 * RANDOM_BATCH_SIZE + 17
    series = series_of(last_dot)
    results = [results_of(series, matches, workers=n) for n in (1, 2, 5)]
    for other in results[1:]:
        for name in ("steps", "scores", "returns"):
            assert (getattr(results[0], name) == getattr(other, name)).all()
    summaries = [summarize_batches(series, simulate(series, matches, WorkerPool(n)), matches) for n in (1, 2, 5)]
    assert summaries[0] == summaries[1] == summaries[2]
    assert summaries[0].matches == matches


def test_another_seed_gives_other_matches(last_dot):
    here, there = (results_of(series_of(last_dot, seed=seed), 100).scores for seed in ("one", "two"))
    assert (here != there).any()


@pytest.mark.parametrize("slug", list(installed_games()))
def test_a_recorded_match_ends_as_the_bulk_one(slug):
    game = find_game(slug)
    for seats in (game.min_seats, game.max_seats):
        series = series_of(game, seats)
        bulk = series.play(5, 3)
        for k in range(3):
            match = series.played_match(5 + k)
            assert match.scores() == bulk.scores[k].tolist()
            assert len(match.moves) == bulk.steps[k]


def test_batches_come_in_order(last_dot):
    batches = list(simulate(series_of(last_dot), 5 * RANDOM_BATCH_SIZE + 1, WorkerPool(2)))
    assert [batch.first for batch in batches] == [k * RANDOM_BATCH_SIZE for k in range(6)]
    assert len(batches[-1].results.steps) == 1


def test_a_simulation_stopped_early_has_the_first_matches_of_the_series(last_dot):
    series = series_of(last_dot)
    batches = simulate(series, 100 * RANDOM_BATCH_SIZE, WorkerPool(2))
    some = [next(batches), next(batches)]
    batches.close()
    short = summarize_batches(series, iter(some), 2 * RANDOM_BATCH_SIZE)
    assert short == summarize_batches(
        series, simulate(series, 2 * RANDOM_BATCH_SIZE, WorkerPool(1)), 2 * RANDOM_BATCH_SIZE
    )


def test_a_shared_win_is_split():
    returns = np.array([[1, -1], [0, 0], [-1, 1]], np.float32)
    assert win_shares(returns).tolist() == [[1, 0], [0.5, 0.5], [0, 1]]


def test_the_starter_of_last_dot_has_the_edge_that_counting_gives(last_dot):
    """With a heap of five and no bonus card: all move sequences, weighted by random play."""

    def expected(heap: int, turn: int, taken: tuple[int, int]) -> float:
        if heap == 0:
            return (taken[0] > taken[1]) + 0.5 * (taken[0] == taken[1])
        choices = range(1, min(heap, 3) + 1)
        after = [(taken[0] + n, taken[1]) if turn == 0 else (taken[0], taken[1] + n) for n in choices]
        return sum(expected(heap - n, 1 - turn, t) for n, t in zip(choices, after, strict=True)) / len(choices)

    options = last_dot.state.Options(heap=5, last_dot_bonus=False)
    series = Series(SeriesConfig(last_dot, seats=2, options=options, seed=seed_from("edge")))
    share = summarize_batches(series, simulate(series, 40_000), 40_000).win_share[0]
    assert share == pytest.approx(expected(5, 0, (0, 0)), abs=0.01)


def test_seeds_come_from_any_text():
    assert seed_from("00" * 32) == bytes(32)
    assert seed_from("z" * 64) != seed_from("z" * 63)
    assert len(seed_from("7")) == 32
