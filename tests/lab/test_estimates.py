"""Intervals against known answers: 95 % of them hold the truth, and what is called a change is one."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from dottable.core.series import seed_from
from dottable.lab.estimates import Estimate, Measure, difference, estimate, remarkable
from dottable.lab.figures import Noted
from dottable.lab.policy_series import PolicySeries
from dottable.lab.report import sentences

from .toys import tosses

REPETITIONS = 500
NEAR_95 = (0.925, 0.975)
"""Two and a half standard errors around 95 % of 500."""


def holds(found: Estimate | None, truth: float) -> bool:
    return found is not None and found.low <= truth <= found.high


def coverage(covered: list[bool]) -> float:
    assert len(covered) == REPETITIONS
    return sum(covered) / REPETITIONS


def test_intervals_of_shares_hold_the_truth_in_95_of_100():
    luck = np.random.default_rng(1)
    covered = []
    for _ in range(REPETITIONS):
        won = (luck.random(150) < 0.2).astype(float)
        covered.append(holds(estimate(Measure(won, np.ones(150)), is_share=True), 0.2))
    assert NEAR_95[0] <= coverage(covered) <= NEAR_95[1]


def test_intervals_of_ratios_hold_the_truth_though_a_match_hangs_together():
    """Matches differ in length and in temper, so that single turns are far from independent."""
    luck = np.random.default_rng(2)
    covered, naive = [], []
    for _ in range(REPETITIONS):
        turns = luck.integers(5, 60, 300)
        temper = luck.beta(2, 6, 300)
        fired = luck.binomial(turns, temper)
        found = estimate(Measure(fired.astype(float), turns.astype(float)), is_share=True)
        covered.append(holds(found, 0.25))
        reach = 1.96 * np.sqrt(0.25 * 0.75 / turns.sum())
        naive.append(abs(fired.sum() / turns.sum() - 0.25) <= reach)
    assert NEAR_95[0] <= coverage(covered) <= NEAR_95[1]
    assert coverage(naive) < 0.6, "counting turns as if they were independent would be far too sure"


def test_intervals_of_skewed_means_hold_the_truth():
    luck = np.random.default_rng(3)
    covered = [holds(estimate(Measure(luck.exponential(40, 400), np.ones(400))), 40) for _ in range(REPETITIONS)]
    assert NEAR_95[0] <= coverage(covered) <= NEAR_95[1]


def test_intervals_of_differences_hold_the_truth_and_pairs_make_them_narrow():
    luck = np.random.default_rng(4)
    covered, widths = [], []
    for _ in range(REPETITIONS):
        deal = luck.normal(0, 10, 200)
        here, there = deal + luck.normal(50, 2, 200), deal + luck.normal(51, 2, 200)
        ones = np.ones(200)
        found = difference(Measure(here, ones), Measure(there, ones))
        apart = difference(Measure(here, ones), Measure(there[:-1], ones[:-1]))
        assert found is not None
        assert apart is not None
        covered.append(holds(found.estimate, 1.0))
        widths.append((found.estimate.high - found.estimate.low) / (apart.estimate.high - apart.estimate.low))
    assert NEAR_95[0] <= coverage(covered) <= NEAR_95[1]
    assert max(widths) < 0.5


def test_chance_alone_is_called_a_change_in_no_more_than_1_of_20_reports():
    luck = np.random.default_rng(5)
    alarms = 0
    for _ in range(REPETITIONS):
        ones = np.ones(80)
        ps = []
        for _ in range(20):
            found = difference(Measure(luck.normal(0, 1, 80), ones), Measure(luck.normal(0, 1, 80), ones))
            ps.append(found.p if found else None)
        alarms += any(remarkable(ps))
    assert 0.02 <= alarms / REPETITIONS <= 0.085


def test_holm_by_hand():
    assert remarkable([0.01, 0.04, None, 0.03, 0.005]) == [True, False, False, False, True]
    assert remarkable([0.06]) == [False]
    assert remarkable([]) == []


def test_what_was_never_seen_may_still_happen():
    assert estimate(Measure(np.zeros(300), np.ones(300))) == Estimate(0, 0, 0.01)
    nothing = estimate(Measure(np.zeros(300), np.full(300, 10.0)), is_share=True)
    assert nothing == Estimate(0, 0, 0.001)


def test_nothing_to_count_over_is_not_measured():
    assert estimate(Measure(np.zeros(5), np.zeros(5))) is None
    assert difference(Measure(np.zeros(5), np.zeros(5)), Measure(np.ones(5), np.ones(5))) is None


# The same with a real game: its chance, its compiled policies, its tally.


def noted(luck: int, matches: int, seed: str, first: int = 0) -> Noted:
    game = tosses()
    series = PolicySeries(
        game, seats=2, options=game.state.Options(luck=luck), seed=seed_from(seed), bots=["random"] * 2, is_noted=True
    )
    return Noted(series, series.play(first, matches))


def chance_to_win(luck: float) -> float:
    return sum(comb(5, k) * luck**k * (1 - luck) ** (5 - k) for k in (3, 4, 5))


def test_a_fair_coin_is_called_fair():
    """By nearly all of 40 reports: at 95 % one in twenty is wrong, and 33 or fewer would come once in a thousand."""
    found = [noted(50, 2000, f"fair {k}") for k in range(40)]
    said = [sentences.about_turns(report).startswith("It does not matter who begins") for report in found]
    assert 33 < sum(said) <= 40
    assert found[0].known["ties"].estimate.value == 0
    assert found[0].known["score"].estimate.value == 2.5


@pytest.mark.parametrize(
    ("luck", "said"), [(51, "slight advantage"), (60, "large advantage"), (30, "large disadvantage")]
)
def test_a_loaded_coin_is_found_out(luck, said):
    found = noted(luck, 40_000, "loaded")
    assert holds(found.known["opener_wins"].estimate, chance_to_win(luck / 100))
    assert holds(found.known["favoured"].estimate, luck / 100)
    assert said in sentences.about_turns(found)


def test_intervals_of_a_game_hold_its_known_answers_in_95_of_100():
    """500 reports of 200 matches each, of a coin that favours who begins in 60 of 100 tosses."""
    found = [noted(60, 200, "coverage", first=200 * k) for k in range(REPETITIONS)]
    wins = [holds(report.known["opener_wins"].estimate, chance_to_win(0.6)) for report in found]
    tossed = [holds(report.known["favoured"].estimate, 0.6) for report in found]
    points = [holds(report.known["best_score"].estimate, mean_of_best(0.6)) for report in found]
    for covered in (wins, tossed, points):
        assert NEAR_95[0] <= coverage(covered) <= NEAR_95[1]


def mean_of_best(luck: float) -> float:
    return sum(max(k, 5 - k) * comb(5, k) * luck**k * (1 - luck) ** (5 - k) for k in range(6))
