"""Properties of the hooks that games provide for the search."""

from __future__ import annotations

import numpy as np
import pytest

from dottable.core.matches.seeded_series import Series, SeriesConfig, play_random_move, seed_from
from dottable.core.primitives.chance import seeded_generator
from dottable.core.primitives.record import rule_array
from dottable.core.registry import find_game, installed_games
from dottable.games.dots_72.bot.hand_value import evaluate_hand
from dottable.games.dots_72.bot.weights import GREEDY_INDEX, WEIGHTS
from dottable.games.dots_72.pieces import NO_CARD
from tests.bots.positions import positions

GAMES_WITH_BOT = [slug for slug in installed_games() if find_game(slug).bot is not None]


def games_with_hook(hook):
    return [slug for slug in GAMES_WITH_BOT if hasattr(find_game(slug).bot, hook)]


def test_all_five_games_have_a_policy():
    assert set(GAMES_WITH_BOT) >= {"dot_allot", "dots_72", "dot_tiles", "dots_52", "dobble_connect"}


@pytest.mark.parametrize(
    ("slug", "hook"), [(slug, hook) for hook in ("observation_key", "sample_count") for slug in games_with_hook(hook)]
)
def test_a_hook_of_a_seat_depends_only_on_its_knowledge(slug, hook):
    g = seeded_generator(seed_from("observation_key"))
    ask = getattr(find_game(slug).bot, hook)
    for match, seat in positions(slug, 24):
        assert {int(ask(match.determinize(seat, g).state, seat)) for _ in range(3)} == {int(ask(match.state, seat))}


@pytest.mark.parametrize("slug", games_with_hook("evaluate_midstage"))
def test_midstage_values_are_zero_sum_and_within_bounds(slug):
    game = find_game(slug)
    buffer = rule_array(np.zeros(game.state.ACTIONS.size, np.int32))
    for match, _ in positions(slug, 24):
        out = np.zeros(match.seats, np.float32)
        game.bot.evaluate_midstage(match.state, buffer, rule_array(out))
        assert out.sum() == pytest.approx(0, abs=1e-4)
        assert abs(out).max() <= 1


@pytest.mark.parametrize("slug", games_with_hook("terminal_value"))
def test_a_finished_match_has_the_highest_value_for_its_winner(slug):
    game = find_game(slug)
    for index in range(20):
        series = Series(SeriesConfig(game, seats=2, options=game.state.Options(), seed=seed_from("terminal_value")))
        match, q = series.match(index)
        while not match.is_over:
            play_random_move(match, q)
        out = np.zeros(2, np.float32)
        game.bot.terminal_value(match.state, rule_array(out))
        assert np.sign(out).tolist() == np.sign(match.returns()).tolist()
        assert out.sum() == pytest.approx(0, abs=1e-5)


def test_the_likeliest_hand_of_dots_72_is_the_one_nearest_to_a_call():
    """Of 40 determinizations, the one with the best other hand has the highest likelihood (B8)."""
    policy = find_game("dots_72").bot
    buffer = rule_array(np.zeros(find_game("dots_72").state.ACTIONS.size, np.int32))
    g = seeded_generator(seed_from("alike"))
    match, seat = next(iter(positions("dots_72", 1, seats=2)))
    samples = [match.determinize(seat, g) for _ in range(40)]
    log_likelihood = [float(policy.log_likelihood(sample.state, seat, buffer)) for sample in samples]
    weights = rule_array(WEIGHTS)[GREEDY_INDEX]
    values = [int(evaluate_hand(sample.state, 1 - seat, NO_CARD, weights, buffer)) for sample in samples]
    assert len(set(values)) > 1
    assert values[log_likelihood.index(max(log_likelihood))] == max(values)
