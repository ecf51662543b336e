"""The search for a deck, with figures that are known."""

from __future__ import annotations

import pytest

from dottable.core.errors import DottableError
from dottable.core.registry import find, games
from dottable.core.tuning import Target
from dottable.lab.estimates import Estimate
from dottable.lab.figures import Noted
from dottable.lab.policy_series import PolicySeries
from dottable.lab.tuning import (
    Candidate,
    Trial,
    by_knob,
    candidates,
    frontier,
    matches_in,
    option_sets,
    ranked,
    slack,
    try_out,
)
from dottable.lab.workers import Crew

TUNED = [slug for slug, game in sorted(games().items()) if game.tuning is not None]


def trial(*values: float, seed: int = 1, density: int = 0) -> Trial:
    targets = [Target("a", 0.4, 0.6, "A"), Target("b", 2, 4, "B")]
    found = tuple(Estimate(value, value, value) for value in values)
    slacks = tuple(slack(target, value) for target, value in zip(targets, found, strict=True))
    return Trial(Candidate(seed, {"density": density}, None, is_house=False), found, slacks)


def test_slack_is_the_distance_to_the_nearer_end():
    target = Target("a", 0.4, 0.6, "A")
    assert slack(target, Estimate(0.5, 0, 1)) == pytest.approx(0.5)
    assert slack(target, Estimate(0.45, 0, 1)) == pytest.approx(0.25)
    assert slack(target, Estimate(0.7, 0, 1)) == pytest.approx(-0.5)
    assert slack(target, None) == -1
    assert slack(Target("b", 0, 0.25, "B"), Estimate(0, 0, 0)) == 1, "nothing lies below a share of 0"


def test_the_one_whose_worst_target_is_best_comes_first():
    even, uneven, outside = trial(0.45, 2.5), trial(0.5, 2.2), trial(0.5, 5)
    assert ranked([outside, uneven, even]) == [even, uneven, outside]
    assert [t.is_met for t in (even, uneven, outside)] == [True, True, False]


def test_the_frontier_holds_what_nothing_beats():
    near_a, near_b, beaten = trial(0.65, 4.2), trial(0.61, 4.6), trial(0.7, 4.6)
    assert frontier([near_a, near_b, beaten]) == [near_a, near_b]
    met = trial(0.5, 3)
    assert frontier([near_a, near_b, met]) == [met]


def test_a_knob_shows_its_trade_off():
    trials = [trial(0.4, 2, density=1), trial(0.6, 2, density=1), trial(0.2, 4, density=3)]
    found = by_knob(trials, "density")
    assert [value for value, _ in found] == [1, 3]
    assert found[0][1] == pytest.approx((0.5, 2))
    assert found[1][1] == pytest.approx((0.2, 4))


@pytest.mark.parametrize("slug", TUNED)
def test_the_house_deck_is_what_its_seed_and_knobs_make(slug):
    game = find(slug)
    found = candidates(game, [], {})
    assert [candidate.is_house for candidate in found] == [True]
    assert found[0].deck.content_hash == game.house_deck.content_hash


@pytest.mark.parametrize("slug", TUNED)
def test_targets_name_figures_that_there_are(slug):
    game = find(slug)
    play = {"seats": game.min_seats, "options": game.state.Options(), "seed": bytes(32)}
    series = PolicySeries(game, bots=["random"] * game.min_seats, is_noted=True, **play)
    known = Noted(series, series.play(0, 2)).known
    assert {target.figure for target in game.tuning.TARGETS} <= set(known)


@pytest.mark.parametrize("slug", TUNED)
def test_a_deck_is_tried_under_every_set_of_options(slug):
    game = find(slug)
    told = []
    house = candidates(game, [], {})[0]
    found = try_out(game, house, matches=30, bots="greedy", seed="s", crew=Crew(1), advance=told.append)
    assert sum(told) == matches_in(game, 1, 30) == 30 * len(option_sets(game))
    assert all(value is not None for value in found.found)
    again = try_out(game, house, matches=30, bots="greedy", seed="s", crew=Crew(2), advance=told.append)
    assert again.found == found.found


def test_an_unknown_knob_is_named():
    with pytest.raises(DottableError, match="There is no knob 'sparkle'"):
        candidates(find(TUNED[0]), [1], {"sparkle": [1]})
