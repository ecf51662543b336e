"""Counts of whole matches: they agree with each other and with a recount."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from dottable.core.lab.statistics_definitions import PER_MATCH
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dots_52.lab import statistics
from dottable.games.dots_52.state import ROUND_OVER, Options
from dottable.games.dots_52.view import notation
from dottable.lab.series.policy_series import PolicySeries, match_statistics
from dottable.lab.statistics.statistics_columns import FIRST_GAME_COLUMN
from tests.games.dots_52.lab.counting import SHAPES, by_name
from tests.games.dots_52.positions import GAME, tableau
from tests.sizes import full_only

compiles_series = full_only("compiling series takes 25 s")
STYLES = [
    ("random", 2, {}),
    ("random", 8, {"lock_caller": True}),
    ("greedy", 2, {}),
    ("greedy", 3, {"snap_seconds": 1}),
    ("greedy", 4, {"lock_caller": True}),
    ("greedy", 6, {"memory": "off"}),
]
MATCHES = 150


def a_series(bot, seats, options):
    config = SeriesConfig(GAME, seats=seats, options=Options(**options), seed=seed_from("tally"))
    return PolicySeries(config, [bot] * seats, has_statistics=True)


@pytest.fixture(scope="module", params=STYLES, ids=lambda style: f"{style[0]}-{style[1]}")
def recorded(request):
    """The seats, options, scores and counts of a series."""
    bot, seats, options = request.param
    results = a_series(bot, seats, options).play(0, MATCHES)
    return seats, options, results.scores, by_name(results.statistics[:, FIRST_GAME_COLUMN:])


def total_of(counts):
    """Return the sum of a count in every match."""
    return counts.reshape(len(counts), -1).sum(axis=1)


@compiles_series
def test_turns_add_up(recorded):
    _, _, _, n = recorded
    assert (n["puts"] + n["takes"] + n["discards"] + n["passed_over"] == n["turns"]).all()
    assert (n["puts"] + n["takes"] == n["exchanges"]).all()
    assert (total_of(n["exchanged"]) == n["exchanges"]).all()
    assert (n["chosen"].sum(axis=2) == np.stack([n["puts"], n["takes"]], axis=1)).all()
    assert (n["passed_over"] >= 0).all()


@compiles_series
def test_powers_add_up(recorded):
    _, options, _, n = recorded
    assert (total_of(n["courts"]) == n["court_cards"]).all()
    assert (total_of(n["powers"]) + n["declined"] + n["lapsed"] == n["court_cards"]).all()
    assert (n["powers"][:, 0] == n["swaps"]).all()
    assert (n["raids"] <= n["swaps"]).all()
    assert not (options.get("lock_caller") and n["raids"].any())  # D12


@compiles_series
def test_snaps_add_up(recorded):
    _, _, _, n = recorded
    assert (n["right"] + n["wrong"] + n["late"] == n["attempts"]).all()
    assert (total_of(n["snapped"]) == n["right"]).all()
    assert (total_of(n["revealed"]) == n["windows"]).all()
    assert (n["penalties"] <= n["wrong"]).all()


@compiles_series
def test_calls_add_up(recorded):
    _, _, _, n = recorded
    assert (n["calls"] + n["no_call"] == n["rounds"]).all()
    assert (n["won"] + n["high"] + n["tied"] + n["beaten"] == n["calls"]).all()
    assert (total_of(n["called"]) == n["calls"]).all()
    assert (total_of(n["held"]) == n["won"]).all()
    assert (n["called"][:, 10] == n["high"]).all()


@compiles_series
def test_points_agree_with_the_scores(recorded):
    seats, _, scores, n = recorded
    assert (n["tableaux"] == seats * n["rounds"]).all()
    assert (total_of(n["scored"]) == n["tableaux"]).all()
    steps = n["scored"] * np.arange(12) * statistics.POINTS_PER_BIN
    rest = n["scored"][:, 1:].sum(axis=1) * (statistics.POINTS_PER_BIN - 1)
    assert (steps.sum(axis=1) - rest <= scores.sum(axis=1)).all()
    assert (scores.sum(axis=1)[n["scored"][:, 11] == 0] <= steps.sum(axis=1)[n["scored"][:, 11] == 0]).all()


SHARES = [shown for shown in (*statistics.METRICS, *statistics.CHARTS) if shown.is_share]


@compiles_series
@pytest.mark.parametrize("shown", SHARES, ids=lambda shown: shown.name)
def test_no_share_is_above_one(recorded, shown):
    *_, n = recorded
    whole = n[shown.over] if shown.over != PER_MATCH else np.ones(MATCHES, np.int32)
    part = n[shown.count]
    assert (part <= whole.reshape(whole.shape + (1,) * (part.ndim - whole.ndim))).all()
    assert (part >= 0).all()


@compiles_series
def test_taking_notes_changes_nothing():
    seen = a_series("random", 3, {})
    plain = Series(SeriesConfig(GAME, seats=3, options=seen.options, seed=seen.seed)).play(0, MATCHES)
    found = seen.play(0, MATCHES)
    assert (found.scores == plain.scores).all()
    assert (found.steps == plain.steps).all()


SAME = {
    "puts": "put",
    "takes": "take",
    "discards": "discard",
    "attempts": "snap",
    "right": "right",
    "penalties": "penalties",
    "declined": "decline",
    "swaps": "target",
    "calls": "call",
    "won": "call won",
    "no_call": "no call",
    "totals": "totals",
    "empty": "empty",
}
"""The names of counts here and in a recount."""


def recounted(match: Match, moves):
    """Return counts made in another way: from the cards on the table and the views around each move."""
    n: Counter[str] = Counter()
    for seat, action, at_ms in moves:
        verb = notation.write_action(action).partition(":")[0]
        had = held(match, seat) if verb == "snap" else 0
        assert match.apply(seat, action, at_ms) is None
        n[verb] += 1
        if verb == "snap":
            n["right"] += held(match, seat) == had - 1
            n["penalties"] += held(match, seat) == had + 1
        if match.state.phase >= ROUND_OVER:
            result = match.view(SPECTATOR).result
            n[result.outcome] += 1
            n["totals"] += sum(result.totals)
            n["points"] += sum(result.points)
            n["empty"] += sum(held(match, player) == 0 for player in range(match.seats))
    return n


def held(match: Match, seat):
    """Return the number of cards of a seat."""
    return sum(card != "--" for card in tableau(match, seat).split())


@compiles_series
@pytest.mark.parametrize(("bot", "seats", "options"), STYLES[1:4])
def test_a_recount_by_what_is_on_the_table_agrees(bot, seats, options):
    series = a_series(bot, seats, options)
    for index in range(3):
        match = series.played_match(index)
        found = by_name(match_statistics(match)[FIRST_GAME_COLUMN:])
        again = recounted(series.match(index)[0], match.moves)
        for name, there in SAME.items():
            assert found[name] == again[there], name
        assert sum(match.scores()) == again["points"]


def test_labels_fit_what_is_counted():
    for chart in statistics.CHARTS:
        shape = SHAPES[chart.count]
        assert len(chart.labels) == shape[-1]
        assert (len(chart.row_labels),) * (len(shape) - 1) == shape[:-1]
        assert chart.over in SHAPES
    for metric in statistics.METRICS:
        assert SHAPES[metric.count] == ()
        assert metric.over == PER_MATCH or SHAPES[metric.over] == ()
