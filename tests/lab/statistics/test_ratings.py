"""Ratings: known answers, recovery of known strengths, and coverage of the intervals."""

from __future__ import annotations

from itertools import combinations
from math import log10

import numpy as np
import pytest

from dottable.lab.statistics.estimates import Z_95, wilson_interval
from dottable.lab.statistics.ratings import ELO_PER_LOG_STRENGTH, MEAN_RATING, elo_ratings, fit_strengths


def won_matches(line_up, *wins):
    """Return matches with the given number of wins per seat."""
    seats = len(line_up)
    return [(line_up, np.eye(seats)[seat]) for seat, count in enumerate(wins) for _ in range(count)]


def drawn_matches(line_up, count):
    return [(line_up, [1 / len(line_up)] * len(line_up))] * count


def rating_gap(ratings, a=0, b=1):
    return ratings[a].rating - ratings[b].rating


def sampled_matches(strengths, matches, rng, seats=2):
    """Yield `matches` matches of every group, with winners drawn in proportion to strength."""
    for group in combinations(range(len(strengths)), seats):
        weights = np.exp(strengths[list(group)])
        for winner in rng.choice(seats, matches, p=weights / weights.sum()):
            yield group, np.eye(seats)[winner]


def test_two_players_are_as_far_apart_as_their_odds():
    """Nine wins to one are odds of 9, which are 400 log10(9) points; the prior hardly pulls."""
    assert rating_gap(elo_ratings(2, won_matches((0, 1), 900, 100))) == pytest.approx(400 * log10(9), abs=1)


def test_even_results_give_even_ratings():
    even = elo_ratings(3, won_matches((0, 1), 5, 5) + won_matches((1, 2), 5, 5) + won_matches((0, 2), 5, 5))
    assert [r.rating for r in even] == pytest.approx([MEAN_RATING] * 3)


def test_a_draw_is_half_a_win():
    with_draws = elo_ratings(2, won_matches((0, 1), 50, 10) + drawn_matches((0, 1), 40))
    without = elo_ratings(2, won_matches((0, 1), 70, 30))
    assert rating_gap(with_draws) == pytest.approx(rating_gap(without))


def test_the_order_of_seats_does_not_matter():
    assert rating_gap(elo_ratings(2, won_matches((0, 1), 60, 40))) == pytest.approx(
        rating_gap(elo_ratings(2, won_matches((1, 0), 40, 60)))
    )


def test_the_interval_of_two_players_is_the_one_of_their_share():
    """The variance of log odds is 1 / (n p q); each rating has half of the gap, so half of its width."""
    n, p = 400, 0.7
    rating = elo_ratings(2, won_matches((0, 1), 280, 120))[0]
    assert rating.high - rating.rating == pytest.approx(
        Z_95 * ELO_PER_LOG_STRENGTH / (n * p * (1 - p)) ** 0.5 / 2, rel=0.02
    )


def test_a_player_who_always_wins_has_a_finite_rating_and_a_wide_interval():
    best, worst = elo_ratings(2, won_matches((0, 1), 100, 0))
    assert 500 < best.rating - worst.rating < 3000
    assert best.low < best.rating - 100


def test_a_hopeless_player_does_not_widen_the_intervals_of_others():
    strong = won_matches((0, 1), 300, 200)
    hopeless = won_matches((0, 2), 100, 0) + won_matches((1, 2), 100, 0)
    alone = elo_ratings(2, strong)[0]
    beside = elo_ratings(3, strong + hopeless)[0]
    assert beside.high - beside.low < 1.5 * (alone.high - alone.low)


def test_strengths_are_transitive_without_a_direct_match():
    """Odds of 3 and odds of 3 are odds of 9."""
    chain = elo_ratings(3, won_matches((0, 1), 3000, 1000) + won_matches((1, 2), 3000, 1000))
    assert rating_gap(chain, 0, 2) == pytest.approx(400 * log10(9), abs=3)


def test_at_a_table_of_three_wins_are_shares_of_strength():
    """Strengths 1 : 2 : 4 win in these proportions."""
    three = elo_ratings(3, won_matches((0, 1, 2), 1000, 2000, 4000))
    assert rating_gap(three, 1, 0) == pytest.approx(400 * log10(2), abs=2)
    assert rating_gap(three, 2, 0) == pytest.approx(400 * log10(4), abs=2)


def test_two_seats_of_one_player_are_two_chances():
    """Equals who sit at two and at one of three seats win two and one of three."""
    assert rating_gap(elo_ratings(2, won_matches((0, 1, 0), 100, 100, 100))) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("seats", [2, 3])
def test_known_strengths_are_recovered(seats):
    strengths = np.array([-1.2, -0.4, 0.0, 0.5, 1.1])
    found = fit_strengths(5, sampled_matches(strengths, 6000, np.random.default_rng(1), seats))
    assert found.strengths == pytest.approx(strengths - found.weights @ strengths, abs=0.06)


@pytest.mark.parametrize("seats", [2, 3])
def test_intervals_cover_the_truth_in_about_95_percent(seats):
    strengths = np.array([-0.8, -0.1, 0.2, 0.9])
    rng = np.random.default_rng(7)
    covered = []
    for _ in range(400):
        found = fit_strengths(4, sampled_matches(strengths, 60, rng, seats))
        truth = strengths - found.weights @ strengths
        covered.extend(np.abs(found.strengths - truth) < Z_95 * np.sqrt(np.diag(found.covariance)))
    assert 0.93 < np.mean(covered) < 0.97


def test_wilson_gives_the_textbook_interval():
    """Newcombe (1998), table I: 81 of 263 gives 0.2553 to 0.3662; 0 of 20 gives 0 to 0.1611."""
    share = wilson_interval(81, 263)
    assert (share.low, share.high) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    none = wilson_interval(0, 20)
    assert (none.low, none.high) == pytest.approx((0, 0.1611), abs=5e-5)


def test_a_share_without_cases_is_unknown():
    assert wilson_interval(0, 0).share is None
