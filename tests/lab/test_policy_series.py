"""Compiled policies and notes, over every game."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from dottable.core.registry import find, games
from dottable.core.series import Series, seed_from
from dottable.core.tally import MATCH, offsets, width
from dottable.lab.bot_series import BotSeries
from dottable.lab.figures import Noted
from dottable.lab.notes import BINS, CHOICE_BINS, DECISIONS, FORCED, OWN, STEPS, columns_of, names_of
from dottable.lab.policy_series import PolicySeries, note_match

SLUGS = sorted(games())


def series_of(slug, *, bots="greedy", seats=None, is_noted=True, seed="policies"):
    game = find(slug)
    seats = seats or game.min_seats
    return PolicySeries(
        game, seats=seats, options=game.state.Options(), seed=seed_from(seed), bots=[bots] * seats, is_noted=is_noted
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_random_play_is_the_plain_series_noted_or_not(slug):
    game = find(slug)
    plain = Series(game, seats=game.min_seats, options=game.state.Options(), seed=seed_from("policies")).play(0, 50)
    for is_noted in (False, True):
        found = series_of(slug, bots="random", is_noted=is_noted).play(0, 50)
        for name in ("steps", "scores", "returns"):
            assert (getattr(found, name) == getattr(plain, name)).all()


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_a_recorded_match_is_legal_and_ends_and_is_noted_as_the_bulk_one(slug, bots):
    for seats in (find(slug).min_seats, find(slug).max_seats):
        series = series_of(slug, bots=bots, seats=seats)
        bulk = series.play(3, 2)
        for k in range(2):
            match = series.record(3 + k)
            assert match.is_over
            assert match.scores() == bulk.scores[k].tolist()
            assert len(match.moves) == bulk.steps[k]
            assert (note_match(match) == bulk.notes[k]).all()


@pytest.mark.parametrize("slug", SLUGS)
def test_greedy_beats_random_in_compiled_play_too(slug):
    game = find(slug)
    play = {"seats": 2, "options": game.state.Options(), "seed": seed_from("uneven")}
    found = PolicySeries(game, bots=["greedy", "random"], **play).play(0, 60)
    assert found.returns[:, 0].mean() > 0.5


@pytest.mark.parametrize("slug", SLUGS)
def test_shared_notes_add_up(slug):
    found = series_of(slug).play(0, 100).notes
    assert (found[:, CHOICE_BINS : CHOICE_BINS + BINS].sum(axis=1) == found[:, DECISIONS]).all()
    assert (found[:, FORCED] == found[:, CHOICE_BINS]).all()
    assert (found[:, DECISIONS] <= found[:, STEPS]).all()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_tally_names_what_it_counts(slug):
    game = find(slug)
    tally = game.tally
    assert tally is not None
    names = [count.name for count in columns_of(game)]
    assert len(set(names)) == len(names)
    assert len(names_of(game)) == OWN + width(tally.COUNTS)
    shapes = {count.name: count.shape for count in columns_of(game)}
    for figure in tally.FIGURES:
        assert shapes[figure.count] == ()
        assert figure.over == MATCH or shapes[figure.over] == ()
    for chart in tally.CHARTS:
        shape = shapes[chart.count]
        assert len(shape) == (1 if chart.kind == "bars" else 2)
        if chart.kind == "bars":
            assert len(chart.labels) == shape[0]
        elif chart.kind == "grid":
            assert (len(chart.row_labels), len(chart.labels)) == shape
        else:
            assert shape[0] == shape[1]
            assert shape[0] % 2 == 1
        assert chart.over == MATCH or shapes[chart.over] in ((), shape)
    assert len(offsets(tally.COUNTS)) == len(tally.COUNTS)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_figure_is_measured_and_no_share_leaves_its_bounds(slug):
    noted = Noted(series := series_of(slug), series.play(0, 300))
    for known in noted.known.values():
        found = known.estimate
        if found is None:
            continue
        assert found.low <= found.value <= found.high, known.name
        if known.is_share:
            assert 0 <= found.value <= 1, known.name
            assert (known.measure.counts <= known.measure.over).all(), known.name
    assert noted.known["steps"].estimate is not None
    tally = find(slug).tally
    assert tally is not None
    for chart in tally.CHARTS:
        for measure in noted.chart_measures(chart):
            assert (measure.counts >= 0).all()
            if chart.is_share:
                assert (measure.counts <= measure.over).all(), chart.name


@pytest.mark.parametrize("slug", SLUGS)
def test_bots_are_noted_by_the_same_eyes(slug):
    game = find(slug)
    series = BotSeries(
        game,
        seats=game.min_seats,
        options=game.state.Options(),
        seed=seed_from("eyes"),
        bots=["newcomer"] * game.min_seats,
        is_noted=True,
    )
    outcome = series.play_one(0)
    assert outcome.notes is not None
    assert outcome.notes[STEPS] == outcome.steps
    assert (series.play(0, 1).notes[0] == outcome.notes).all()


def test_a_series_travels_to_other_processes():
    series = series_of("dot_tiles", seats=3)
    arrived = pickle.loads(pickle.dumps(series))
    assert type(arrived) is PolicySeries
    assert (arrived.play(0, 5).notes == series.play(0, 5).notes).all()
    assert np.array_equal(arrived.play(0, 5).scores, series.play(0, 5).scores)


@pytest.mark.parametrize(("slug", "seats"), [("dot_tiles", 4), ("dots_52", 4), ("dots_72", 5), ("dobble_connect", 4)])
def test_greedy_picks_on_no_seat(slug, seats):
    """Whoever begins is drawn by the seed, so every seat wins its part; four standard errors leave room for chance."""
    returns = series_of(slug, seats=seats, is_noted=False, seed="seats").play(0, 2000).returns
    wins = returns == returns.max(axis=1, keepdims=True)
    shares = wins / wins.sum(axis=1, keepdims=True)
    error = shares.std(axis=0) / np.sqrt(len(shares))
    assert (abs(shares.mean(axis=0) - 1 / seats) < 4 * error).all()
