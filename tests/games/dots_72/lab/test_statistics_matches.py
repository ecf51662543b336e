"""What is counted in whole matches: how counts agree with each other and with what players are told."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from dottable.core.lab.statistics_definitions import PER_MATCH
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.games.dots_72.lab import statistics
from dottable.games.dots_72.lab.statistics import CARD_CLASS_NAMES, CARD_USE_NAMES, POSSIBLE_HAND_POINTS
from dottable.games.dots_72.state import Options
from dottable.lab.series.policy_series import PolicySeries
from dottable.lab.statistics.statistics_columns import FIRST_GAME_COLUMN
from tests.games.dots_72.counting import SHAPES, by_name
from tests.games.dots_72.positions import GAME

SCRATCH = ("picked_now", "turns_now", "fresh_now")
STYLES = [("random", 2, False), ("random", 6, True), ("greedy", 2, False), ("greedy", 4, True), ("greedy", 6, False)]


def a_series(bot, seats, reshuffle):
    return PolicySeries(
        SeriesConfig(GAME, seats=seats, options=Options(reshuffle=reshuffle), seed=seed_from("tally")),
        [bot] * seats,
        has_statistics=True,
    )


@pytest.fixture(scope="module", params=STYLES, ids=lambda style: f"{style[0]}-{style[1]}")
def recorded(request):
    """The counts of some hundred matches, with their seats and results."""
    results = a_series(*request.param).play(0, 60 if request.param[0] == "random" else 150)
    return request.param[1], results, by_name(results.statistics[:, FIRST_GAME_COLUMN:])


def total(counts):
    """All entries of a count, match by match."""
    return counts.reshape(len(counts), -1).sum(axis=1)


def way(counts, name):
    """The cards that one thing was done with, by sort."""
    return counts["cards"][:, CARD_USE_NAMES.index(name)]


def same(*counts):
    for other in counts[1:]:
        np.testing.assert_array_equal(counts[0], other)


def test_turns_add_up(recorded):
    _, _, counts = recorded
    same(counts["turns"], counts["draws"] + counts["takes"], total(way(counts, "discarded")))
    same(counts["takes"], total(way(counts, "taken")))
    assert (counts["takes"] <= counts["offers"]).all()
    assert (counts["offers"] + counts["must_draw"] <= counts["turns"]).all()
    assert (counts["turns"] > 0).all()


def test_steps_add_up(recorded):
    _, results, counts = recorded
    start_calls = results.steps - (2 * counts["turns"] + counts["passes"] + counts["hands"] - 1)
    assert (counts["start_wins"] <= start_calls).all()
    assert (start_calls <= counts["calls"]).all()


def test_hands_add_up(recorded):
    _, _, counts = recorded
    same(counts["hands"], counts["wins"] + counts["void_hands"], total(counts["hand_turns"]))
    assert (counts["turn_overs"] <= 4 * counts["hands"]).all()
    assert (counts["turn_overs"] >= 4 * counts["void_hands"]).all()
    assert (3 * counts["void_ends"] <= counts["void_hands"]).all()


def test_cards_that_are_passed_add_up(recorded):
    seats, _, counts = recorded
    same(counts["passes"], seats * counts["turn_overs"], total(way(counts, "passed")))


def test_calls_add_up(recorded):
    _, _, counts = recorded
    same(counts["calls"], counts["wrong_calls"] + counts["wins"])
    same(counts["wins"], total(counts["moments"]), total(counts["places"]), total(counts["hand_points"]))
    same(counts["start_wins"], total(counts["moments"][:, 1:]))
    same(counts["starter_wins"], counts["places"][:, 0])
    same(counts["complete"], counts["held_back"] + counts["moments"][:, 0])


def test_places_are_those_of_the_players(recorded):
    seats, _, counts = recorded
    assert counts["places"][:, seats:].sum() == 0
    assert (counts["places"][:, :seats].sum(axis=0) > 0).all()


def test_points_are_what_the_match_scores(recorded):
    _, results, counts = recorded
    same(counts["points"], counts["hand_points"] @ np.array(POSSIBLE_HAND_POINTS), results.scores.sum(axis=1))


def test_matches_end_by_500_points_or_by_void_hands(recorded):
    _, results, counts = recorded
    same(counts["void_ends"], results.scores.max(axis=1) < 500)


def test_sets_add_up(recorded):
    _, _, counts = recorded
    same(counts["sets"], 2 * counts["wins"], total(counts["pairs"]) + counts["all_wild"])
    same(counts["twos"], counts["pairs"][:, :, 0].sum(axis=1))
    same(total(way(counts, "called with")), 6 * counts["wins"])
    same(way(counts, "called with")[:, CARD_CLASS_NAMES.index("DOTS")], total(counts["dots_cards"]))
    same(way(counts, "called with")[:, CARD_CLASS_NAMES.index("Wild Swatch") :].sum(axis=1), counts["wilds"])
    assert way(counts, "called with")[:, CARD_CLASS_NAMES.index("matchless DOTS")].sum() == 0
    assert (counts["doubled"] + counts["wild_wins"] <= counts["wins"]).all()
    assert (counts["wild_wins"] <= counts["wilds"]).all()


def test_nothing_is_left_in_the_scratch_counts(recorded):
    _, _, counts = recorded
    assert all(counts[name].sum() == 0 for name in SCRATCH)


def test_shares_are_parts(recorded):
    _, results, counts = recorded
    ones = np.ones(len(results.steps))
    for metric in statistics.METRICS:
        if metric.is_share:
            assert (counts[metric.count] <= (ones if metric.over == PER_MATCH else counts[metric.over])).all(), metric
    for chart in statistics.CHARTS:
        if chart.is_share:
            over = counts[chart.over]
            assert (counts[chart.count].reshape(len(ones), -1) <= over[:, None]).all(), chart


def told(match):
    """What the views of a match tell of its hands, move by move, counted another way."""
    found: Counter[str] = Counter()
    replay = Match(GAME, seats=match.seats, options=match.options, seed=match.seed, salt=b"")
    for move in match.moves:
        before = replay.state.scores.tolist()
        assert replay.apply(move.seat, move.action, move.at_ms) is None
        found[GAME.state.ACTIONS.decode(move.action)[0]] += 1
        if replay.state.scores.tolist() != before:
            result = replay.view(move.seat).result
            found["wins"] += 1
            found["points"] += result.points
            found["doubled"] += result.doubled
            found["twos"] += sum(three.points == 100 for three in result.sets)
            found["all_wild"] += sum(three.points == 250 for three in result.sets)
            found["wilds"] += sum(code.startswith("w") for three in result.sets for code in three.cards)
            for three in result.sets:
                found.update(code for code in three.cards if code in statistics.CHARTS[3].labels)
    return found


@pytest.mark.parametrize("style", [("random", 3, False), ("greedy", 2, False)], ids=lambda style: style[0])
def test_counts_agree_with_what_players_are_told(style):
    series = a_series(*style)
    match = series.played_match(5)
    counts = {name: found[0] for name, found in by_name(series.play(5, 1).statistics[:, FIRST_GAME_COLUMN:]).items()}
    found = told(match)
    assert counts["draws"] == found["draw"]
    assert counts["takes"] == found["take"]
    assert counts["calls"] == found["call"] + found["discard_and_call"]
    assert counts["turns"] == found["discard"] + found["discard_and_call"]
    assert counts["passes"] == found["pass_"]
    assert counts["hands"] == found["deal"] + 1
    for name in ("wins", "points", "doubled", "twos", "all_wild", "wilds"):
        assert counts[name] == found[name], name
    assert counts["dots_cards"].tolist() == [found[code] for code in statistics.CHARTS[3].labels]
    assert counts["wins"] > 0


def test_counting_changes_no_match():
    series = a_series("random", 2, False)
    plain = Series(SeriesConfig(GAME, seats=2, options=Options(), seed=seed_from("tally"))).play(0, 20)
    recorded = series.play(0, 20)
    same(plain.steps, recorded.steps)
    same(plain.scores, recorded.scores)


def test_figures_and_charts_name_counts_and_rulings():
    names = {*SHAPES, PER_MATCH}
    assert len(SHAPES) == len(statistics.COUNTS)
    for metric in statistics.METRICS:
        assert {metric.count, metric.over} <= names
        assert SHAPES[metric.count] == SHAPES.get(metric.over, ()) == ()
        assert metric.rule.startswith("B")
    for chart in statistics.CHARTS:
        shape = SHAPES[chart.count]
        assert shape[-1] == len(chart.labels)
        assert len(shape) == (2 if chart.kind == "grid" else 1)
        assert chart.kind != "grid" or shape[0] == len(chart.row_labels)
        assert SHAPES.get(chart.over, ()) in ((), shape)
    assert len({metric.name for metric in statistics.METRICS}) == len(statistics.METRICS)
    assert len({chart.name for chart in statistics.CHARTS}) == len(statistics.CHARTS)
