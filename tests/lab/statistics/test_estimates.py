"""Intervals and tests of difference, checked against known answers."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from dottable.core.matches.seeded_series import SeriesConfig, seed_from
from dottable.lab.report.finding_sentences import first_turn_finding
from dottable.lab.series.policy_series import PolicySeries
from dottable.lab.statistics.estimates import Estimate, Ratio, difference_of_ratios, estimate_ratio, holm_significant
from dottable.lab.statistics.metrics import MatchStatistics
from tests.lab.toys import tosses
from tests.present import present

REPETITIONS = 500
COVERAGE_BOUNDS = (0.925, 0.975)
"""Two and a half standard errors around 95 % of 500."""


def covers_truth(found: Estimate | None, truth: float) -> bool:
    return found is not None and found.low <= truth <= found.high


def coverage_rate(covered: list[bool]) -> float:
    assert len(covered) == REPETITIONS
    return sum(covered) / REPETITIONS


def test_intervals_of_shares_cover_the_truth_in_95_percent():
    rng = np.random.default_rng(1)
    covered = []
    for _ in range(REPETITIONS):
        won = (rng.random(150) < 0.2).astype(float)
        covered.append(covers_truth(estimate_ratio(Ratio(won, np.ones(150)), is_share=True), 0.2))
    assert COVERAGE_BOUNDS[0] <= coverage_rate(covered) <= COVERAGE_BOUNDS[1]


def test_intervals_of_ratios_cover_the_truth_though_turns_of_a_match_are_correlated():
    """Matches differ in length and in their own rate, so single turns are far from independent."""
    rng = np.random.default_rng(2)
    covered, naive = [], []
    for _ in range(REPETITIONS):
        turns = rng.integers(5, 60, 300)
        match_rate = rng.beta(2, 6, 300)
        fired = rng.binomial(turns, match_rate)
        found = estimate_ratio(Ratio(fired.astype(float), turns.astype(float)), is_share=True)
        covered.append(covers_truth(found, 0.25))
        reach = 1.96 * np.sqrt(0.25 * 0.75 / turns.sum())
        naive.append(abs(fired.sum() / turns.sum() - 0.25) <= reach)
    assert COVERAGE_BOUNDS[0] <= coverage_rate(covered) <= COVERAGE_BOUNDS[1]
    assert coverage_rate(naive) < 0.6, "intervals that treat turns as independent are far too narrow"


def test_intervals_of_skewed_means_cover_the_truth():
    rng = np.random.default_rng(3)
    covered = [
        covers_truth(estimate_ratio(Ratio(rng.exponential(40, 400), np.ones(400))), 40) for _ in range(REPETITIONS)
    ]
    assert COVERAGE_BOUNDS[0] <= coverage_rate(covered) <= COVERAGE_BOUNDS[1]


def test_intervals_of_differences_cover_the_truth_and_pairing_narrows_them():
    rng = np.random.default_rng(4)
    covered, widths = [], []
    for _ in range(REPETITIONS):
        deal = rng.normal(0, 10, 200)
        here, there = deal + rng.normal(50, 2, 200), deal + rng.normal(51, 2, 200)
        ones = np.ones(200)
        found = difference_of_ratios(Ratio(here, ones), Ratio(there, ones))
        apart = difference_of_ratios(Ratio(here, ones), Ratio(there[:-1], ones[:-1]))
        assert found is not None
        assert apart is not None
        covered.append(covers_truth(found.estimate, 1.0))
        widths.append((found.estimate.high - found.estimate.low) / (apart.estimate.high - apart.estimate.low))
    assert COVERAGE_BOUNDS[0] <= coverage_rate(covered) <= COVERAGE_BOUNDS[1]
    assert max(widths) < 0.5


def test_chance_alone_is_called_a_change_in_at_most_1_of_20_reports():
    rng = np.random.default_rng(5)
    alarms = 0
    for _ in range(REPETITIONS):
        ones = np.ones(80)
        p_values = []
        for _ in range(20):
            found = difference_of_ratios(Ratio(rng.normal(0, 1, 80), ones), Ratio(rng.normal(0, 1, 80), ones))
            p_values.append(found.p_value if found else None)
        alarms += any(holm_significant(p_values))
    assert 0.02 <= alarms / REPETITIONS <= 0.085


def test_holm_by_hand():
    assert holm_significant([0.01, 0.04, None, 0.03, 0.005]) == [True, False, False, False, True]
    assert holm_significant([0.06]) == [False]
    assert holm_significant([]) == []


def test_an_event_never_seen_has_an_upper_bound():
    assert estimate_ratio(Ratio(np.zeros(300), np.ones(300))) == Estimate(0, 0, 0.01)
    nothing = estimate_ratio(Ratio(np.zeros(300), np.full(300, 10.0)), is_share=True)
    assert nothing == Estimate(0, 0, 0.001)


def test_a_ratio_without_cases_is_not_measured():
    assert estimate_ratio(Ratio(np.zeros(5), np.zeros(5))) is None
    assert difference_of_ratios(Ratio(np.zeros(5), np.zeros(5)), Ratio(np.ones(5), np.ones(5))) is None


# Estimates from a real game: its chance, its compiled policies, its statistics.


def tosses_statistics(luck: int, matches: int, seed: str, first: int = 0) -> MatchStatistics:
    game = tosses()
    series = PolicySeries(
        SeriesConfig(game, seats=2, options=game.state.Options(luck=luck), seed=seed_from(seed)),
        ["random"] * 2,
        has_statistics=True,
    )
    return MatchStatistics(series, series.play(first, matches))


def chance_to_win(luck: float) -> float:
    return sum(comb(5, k) * luck**k * (1 - luck) ** (5 - k) for k in (3, 4, 5))


def test_a_fair_coin_is_called_fair():
    """In 34 of 40 reports or more. One in twenty may be wrong; fewer than 34 right ones have a probability of 0.001."""
    found = [tosses_statistics(50, 2000, f"fair {k}") for k in range(40)]
    is_fair = [
        first_turn_finding(report).startswith("Between random bots, it does not matter who begins") for report in found
    ]
    assert 33 < sum(is_fair) <= 40
    assert present(found[0].metrics["ties"].estimate).value == 0
    assert present(found[0].metrics["score"].estimate).value == 2.5


@pytest.mark.parametrize(
    ("luck", "size"), [(51, "slight advantage"), (60, "large advantage"), (30, "large disadvantage")]
)
def test_a_loaded_coin_is_detected(luck, size):
    found = tosses_statistics(luck, 40_000, "loaded")
    assert covers_truth(found.metrics["opener_wins"].estimate, chance_to_win(luck / 100))
    assert covers_truth(found.metrics["favoured"].estimate, luck / 100)
    assert size in first_turn_finding(found)


def test_intervals_of_a_game_cover_its_known_answers_in_95_percent():
    """500 reports of 200 matches each, of a coin that favours the player who begins in 60 % of the tosses."""
    found = [tosses_statistics(60, 200, "coverage", first=200 * k) for k in range(REPETITIONS)]
    wins = [covers_truth(report.metrics["opener_wins"].estimate, chance_to_win(0.6)) for report in found]
    tossed = [covers_truth(report.metrics["favoured"].estimate, 0.6) for report in found]
    points = [covers_truth(report.metrics["best_score"].estimate, mean_best_score(0.6)) for report in found]
    for covered in (wins, tossed, points):
        assert COVERAGE_BOUNDS[0] <= coverage_rate(covered) <= COVERAGE_BOUNDS[1]


def mean_best_score(luck: float) -> float:
    return sum(max(k, 5 - k) * comb(5, k) * luck**k * (1 - luck) ** (5 - k) for k in range(6))
