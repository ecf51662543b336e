"""Compiled policies and statistics, over every game."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from dottable.core.lab.statistics_definitions import PER_MATCH, offsets_by_count_name, total_size
from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.core.registry import find_game, installed_games
from dottable.lab.series.bot_series import BotSeries
from dottable.lab.series.policy_series import PolicySeries, match_statistics
from dottable.lab.statistics.metrics import MatchStatistics
from dottable.lab.statistics.statistics_columns import (
    CHOICE_BIN_COUNT,
    DECISIONS_COLUMN,
    FIRST_CHOICE_BIN_COLUMN,
    FIRST_GAME_COLUMN,
    FORCED_COLUMN,
    STEPS_COLUMN,
    all_columns,
    column_names,
)
from tests.present import present
from tests.sizes import sized_series_slugs

SLUGS = sized_series_slugs(sorted(installed_games()))
FAIR_SEATS = {"dot_tiles": 4, "dots_52": 4, "dots_72": 5, "dobble_connect": 4}
"""Numbers of seats for which greedy play is compared between the seats."""


def series_of(slug, *, bots="greedy", seats=None, has_statistics=True, seed="policies"):
    game = find_game(slug)
    seats = seats or game.min_seats
    return PolicySeries(
        SeriesConfig(game, seats=seats, options=game.state.Options(), seed=seed_from(seed)),
        [bots] * seats,
        has_statistics=has_statistics,
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_random_play_is_that_of_the_plain_series_with_and_without_statistics(slug):
    game = find_game(slug)
    plain = Series(
        SeriesConfig(game, seats=game.min_seats, options=game.state.Options(), seed=seed_from("policies"))
    ).play(0, 50)
    for has_statistics in (False, True):
        found = series_of(slug, bots="random", has_statistics=has_statistics).play(0, 50)
        for name in ("steps", "scores", "returns"):
            assert (getattr(found, name) == getattr(plain, name)).all()


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_a_recorded_match_has_the_moves_end_and_statistics_of_the_bulk_one(slug, bots):
    for seats in (find_game(slug).min_seats, find_game(slug).max_seats):
        series = series_of(slug, bots=bots, seats=seats)
        bulk = series.play(3, 2)
        for k in range(2):
            match = series.played_match(3 + k)
            assert match.is_over
            assert match.scores() == bulk.scores[k].tolist()
            assert len(match.moves) == bulk.steps[k]
            assert (match_statistics(match) == bulk.statistics[k]).all()


@pytest.mark.parametrize("slug", SLUGS)
def test_greedy_beats_random_in_compiled_play_too(slug):
    game = find_game(slug)
    config = SeriesConfig(game, seats=2, options=game.state.Options(), seed=seed_from("uneven"))
    found = PolicySeries(config, ["greedy", "random"]).play(0, 60)
    assert found.returns[:, 0].mean() > 0.5


@pytest.mark.parametrize("slug", SLUGS)
def test_shared_statistics_add_up(slug):
    found = series_of(slug).play(0, 100).statistics
    assert (
        found[:, FIRST_CHOICE_BIN_COLUMN : FIRST_CHOICE_BIN_COLUMN + CHOICE_BIN_COUNT].sum(axis=1)
        == found[:, DECISIONS_COLUMN]
    ).all()
    assert (found[:, FORCED_COLUMN] == found[:, FIRST_CHOICE_BIN_COLUMN]).all()
    assert (found[:, DECISIONS_COLUMN] <= found[:, STEPS_COLUMN]).all()


@pytest.mark.parametrize("slug", SLUGS)
def test_definitions_name_what_they_count(slug):
    game = find_game(slug)
    definitions = game.statistics
    assert definitions is not None
    names = [count.name for count in all_columns(game)]
    assert len(set(names)) == len(names)
    assert len(column_names(game)) == FIRST_GAME_COLUMN + total_size(definitions.COUNTS)
    shapes = {count.name: count.shape for count in all_columns(game)}
    for metric in definitions.METRICS:
        assert shapes[metric.count] == ()
        assert metric.over == PER_MATCH or shapes[metric.over] == ()
    for chart in definitions.CHARTS:
        shape = shapes[chart.count]
        assert len(shape) == (1 if chart.kind == "bars" else 2)
        if chart.kind == "bars":
            assert len(chart.labels) == shape[0]
        elif chart.kind == "grid":
            assert (len(chart.row_labels), len(chart.labels)) == shape
        else:
            assert shape[0] == shape[1]
            assert shape[0] % 2 == 1
        assert chart.over == PER_MATCH or shapes[chart.over] in ((), shape)
    assert len(offsets_by_count_name(definitions.COUNTS)) == len(definitions.COUNTS)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_metric_is_measured_and_every_share_is_within_0_and_1(slug):
    recorded = MatchStatistics(series := series_of(slug), series.play(0, 300))
    for metric in recorded.metrics.values():
        found = metric.estimate
        if found is None:
            continue
        assert found.low <= found.value <= found.high, metric.name
        if metric.is_share:
            assert 0 <= found.value <= 1, metric.name
            assert (metric.ratio.numerators <= metric.ratio.denominators).all(), metric.name
    assert recorded.metrics["steps"].estimate is not None
    definitions = find_game(slug).statistics
    assert definitions is not None
    for chart in definitions.CHARTS:
        for ratio in recorded.chart_ratios(chart):
            assert (ratio.numerators >= 0).all()
            if chart.is_share:
                assert (ratio.numerators <= ratio.denominators).all(), chart.name


@pytest.mark.parametrize("slug", SLUGS)
def test_matches_of_bots_have_the_same_statistics(slug):
    game = find_game(slug)
    series = BotSeries(
        SeriesConfig(game, seats=game.min_seats, options=game.state.Options(), seed=seed_from("eyes")),
        ["newcomer"] * game.min_seats,
        has_statistics=True,
    )
    outcome = series.play_match(0)
    assert outcome.statistics is not None
    assert outcome.statistics[STEPS_COLUMN] == outcome.steps
    assert (present(series.play(0, 1).statistics)[0] == outcome.statistics).all()


def test_a_series_can_be_pickled():
    series = series_of("dot_tiles", seats=3)
    unpickled = pickle.loads(pickle.dumps(series))
    assert type(unpickled) is PolicySeries
    assert (unpickled.play(0, 5).statistics == series.play(0, 5).statistics).all()
    assert np.array_equal(unpickled.play(0, 5).scores, series.play(0, 5).scores)


@pytest.mark.parametrize("slug", sized_series_slugs(FAIR_SEATS))
def test_greedy_favours_no_seat(slug):
    """The seed decides who begins, so every seat has a fair share of wins, within four standard errors."""
    seats = FAIR_SEATS[slug]
    returns = series_of(slug, seats=seats, has_statistics=False, seed="seats").play(0, 2000).returns
    wins = returns == returns.max(axis=1, keepdims=True)
    shares = wins / wins.sum(axis=1, keepdims=True)
    error = shares.std(axis=0) / np.sqrt(len(shares))
    assert (abs(shares.mean(axis=0) - 1 / seats) < 4 * error).all()
