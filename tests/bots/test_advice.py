"""What every game's policy promises to the search, whatever the game."""

from __future__ import annotations

import numpy as np
import pytest

from dottable.bots.chair import generator_of
from dottable.core.record import for_rules
from dottable.core.registry import find, games
from dottable.core.series import Series, play_random, seed_from
from dottable.games.dots_72.appraisal import PLAIN, appraise
from dottable.games.dots_72.pieces import NO_CARD
from tests.bots.positions import positions

ADVISED = [slug for slug in games() if find(slug).policy is not None]


def having(hook):
    return [slug for slug in ADVISED if hasattr(find(slug).policy, hook)]


def test_all_five_games_have_advice():
    assert set(ADVISED) >= {"dot_allot", "dots_72", "dot_tiles", "dots_52", "dobble_connect"}


@pytest.mark.parametrize(("slug", "hook"), [(slug, hook) for hook in ("sight", "dreams") for slug in having(hook)])
def test_what_a_seat_is_said_to_see_owes_nothing_to_what_it_cannot_know(slug, hook):
    g = generator_of(seed_from("sight"))
    ask = getattr(find(slug).policy, hook)
    for match, seat in positions(slug, 24):
        assert {int(ask(match.imagine(seat, g).state, seat)) for _ in range(3)} == {int(ask(match.state, seat))}


@pytest.mark.parametrize("slug", having("midway"))
def test_midway_values_are_zero_sum_and_within_bounds(slug):
    game = find(slug)
    buffer = for_rules(np.zeros(game.state.ACTIONS.size, np.int32))
    for match, _ in positions(slug, 24):
        out = np.zeros(match.seats, np.float32)
        game.policy.midway(match.state, buffer, for_rules(out))
        assert out.sum() == pytest.approx(0, abs=1e-4)
        assert abs(out).max() <= 1


@pytest.mark.parametrize("slug", having("worth"))
def test_a_finished_match_is_worth_most_to_whoever_won_it(slug):
    game = find(slug)
    for index in range(20):
        series = Series(game, seats=2, options=game.state.Options(), seed=seed_from("worth"))
        match, q = series.match(index)
        while not match.is_over:
            play_random(match, q)
        out = np.zeros(2, np.float32)
        game.policy.worth(match.state, for_rules(out))
        assert np.sign(out).tolist() == np.sign(match.returns()).tolist()
        assert out.sum() == pytest.approx(0, abs=1e-5)


def test_the_likeliest_hand_of_dots_72_is_the_one_nearest_to_a_call():
    """Complete hands are liker to what others have collected than most that are dealt at random (B8)."""
    policy = find("dots_72").policy
    buffer = for_rules(np.zeros(find("dots_72").state.ACTIONS.size, np.int32))
    g = generator_of(seed_from("alike"))
    match, seat = next(iter(positions("dots_72", 1, seats=2)))
    dreams = [match.imagine(seat, g) for _ in range(40)]
    likeness = [float(policy.likeness(dream.state, seat, buffer)) for dream in dreams]
    worth = [int(appraise(dream.state, 1 - seat, NO_CARD, PLAIN, buffer)) for dream in dreams]
    assert len(set(worth)) > 1
    assert worth[likeness.index(max(likeness))] == max(worth)
