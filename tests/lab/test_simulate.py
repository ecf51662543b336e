"""Bulk play: the seed alone decides, whatever the number of workers."""

from __future__ import annotations

import numpy as np
import pytest

from dottable.core.registry import find, games
from dottable.core.series import Series, seed_from
from dottable.lab.simulate import CHUNK, joined, simulate, summarize, win_shares
from dottable.lab.workers import Crew


def series_of(game, seats=None, seed="a seed"):
    return Series(game, seats=seats or game.min_seats, options=game.state.Options(), seed=seed_from(seed))


def results_of(series, matches, workers=None):
    return joined([part.results for part in simulate(series, matches, Crew(workers))])


def test_the_number_of_workers_changes_nothing(last_dot):
    matches = 2 * CHUNK + 17
    series = series_of(last_dot)
    results = [results_of(series, matches, workers=n) for n in (1, 2, 5)]
    for other in results[1:]:
        for name in ("steps", "scores", "returns"):
            assert (getattr(results[0], name) == getattr(other, name)).all()
    summaries = [summarize(series, simulate(series, matches, Crew(n)), matches) for n in (1, 2, 5)]
    assert summaries[0] == summaries[1] == summaries[2]
    assert summaries[0].matches == matches


def test_another_seed_gives_other_matches(last_dot):
    here, there = (results_of(series_of(last_dot, seed=seed), 100).scores for seed in ("one", "two"))
    assert (here != there).any()


@pytest.mark.parametrize("slug", list(games()))
def test_a_recorded_match_ends_as_the_bulk_one(slug):
    game = find(slug)
    for seats in (game.min_seats, game.max_seats):
        series = series_of(game, seats)
        bulk = series.play(5, 3)
        for k in range(3):
            match = series.record(5 + k)
            assert match.scores() == bulk.scores[k].tolist()
            assert len(match.moves) == bulk.steps[k]


def test_parts_come_in_their_order(last_dot):
    parts = list(simulate(series_of(last_dot), 5 * CHUNK + 1, Crew(2)))
    assert [part.first for part in parts] == [k * CHUNK for k in range(6)]
    assert len(parts[-1].results.steps) == 1


def test_whoever_stops_early_has_the_first_matches_of_the_series(last_dot):
    series = series_of(last_dot)
    parts = simulate(series, 100 * CHUNK, Crew(2))
    some = [next(parts), next(parts)]
    parts.close()
    short = summarize(series, iter(some), 2 * CHUNK)
    assert short == summarize(series, simulate(series, 2 * CHUNK, Crew(1)), 2 * CHUNK)


def test_a_shared_win_is_split():
    returns = np.array([[1, -1], [0, 0], [-1, 1]], np.float32)
    assert win_shares(returns).tolist() == [[1, 0], [0.5, 0.5], [0, 1]]


def test_the_starter_of_last_dot_has_the_edge_that_counting_gives(last_dot):
    """With a heap of five and no bonus card: all move sequences, weighed by random play."""

    def expected(heap: int, turn: int, taken: tuple[int, int]) -> float:
        if heap == 0:
            return (taken[0] > taken[1]) + 0.5 * (taken[0] == taken[1])
        choices = range(1, min(heap, 3) + 1)
        after = [(taken[0] + n, taken[1]) if turn == 0 else (taken[0], taken[1] + n) for n in choices]
        return sum(expected(heap - n, 1 - turn, t) for n, t in zip(choices, after, strict=True)) / len(choices)

    options = last_dot.state.Options(heap=5, last_dot_bonus=False)
    series = Series(last_dot, seats=2, options=options, seed=seed_from("edge"))
    share = summarize(series, simulate(series, 40_000), 40_000).win_share[0]
    assert share == pytest.approx(expected(5, 0, (0, 0)), abs=0.01)


def test_seeds_come_from_any_text():
    assert seed_from("00" * 32) == bytes(32)
    assert seed_from("z" * 64) != seed_from("z" * 63)
    assert len(seed_from("7")) == 32
