"""Random play in bulk: waivers (A12), fair sampling, and matches that end."""

from __future__ import annotations

import os
from collections import Counter

import numpy as np
import pytest

from dottable.core.matches.seeded_series import Series, SeriesConfig
from dottable.core.options import options_varied_one_at_a_time
from dottable.core.primitives import fast_rng
from dottable.core.primitives.record import rule_array
from dottable.games.dot_allot.rules.flow import random_action
from dottable.games.dot_allot.state import ACTIONS, Options
from tests.games.dot_allot.positions import (
    GAME,
    arrange_seats_and_hands,
    new_match,
    one_column_deck,
    one_row_deck,
    play,
)
from tests.games.dot_allot.waiver_counts import count_waivers_in_random_matches
from tests.present import present
from tests.sizes import sized

MATCH_COUNT = sized(20, 20_000)
"""A quick run plays them interpreted, 50 matches a second; compiled, all of them take a second or two."""
ODD_DECK_MATCHES = sized(50, 1_000)


@pytest.mark.parametrize("options", list(options_varied_one_at_a_time(Options)), ids=str)
def test_A12_the_house_deck_never_needs_the_waiver(options):
    assert count_waivers_in_random_matches(present(GAME.house_deck), options, MATCH_COUNT) == 0


@pytest.mark.parametrize("deck", [one_row_deck, one_column_deck])
def test_A12_an_odd_deck_needs_the_waiver_now_and_then(deck):
    assert count_waivers_in_random_matches(deck(), Options(), ODD_DECK_MATCHES) > ODD_DECK_MATCHES / 10


@pytest.mark.parametrize(
    ("seats", "orientation", "steps"), [(2, "vertical", 35), (5, "vertical", 35), (7, "horizontal", 53)]
)
def test_every_match_has_the_same_number_of_steps(seats, orientation, steps):
    series = Series(SeriesConfig(GAME, seats=seats, options=Options(orientation=orientation), seed=bytes(32)))
    assert set(series.play(0, 500).steps.tolist()) == {steps}


def test_a_random_action_is_uniform_over_the_legal_ones():
    match = arrange_seats_and_hands(new_match(seed=3))
    for _ in range(5):
        play(match, GAME.view.write_action(match.legal(match.to_act[0])[7]))
    seat = match.to_act[0]
    q, buffer = fast_rng.new_generator(), rule_array(np.zeros(ACTIONS.size, np.int32))
    fast_rng.set_seed(rule_array(q), 5, 7)
    legal = match.legal(seat)
    draws = 200 * len(legal) if os.environ.get("NUMBA_DISABLE_JIT") != "1" else 20 * len(legal)
    seen = Counter(int(random_action(match.state, seat, rule_array(q), buffer)) for _ in range(draws))
    assert set(seen) == set(legal)
    mean = draws / len(legal)
    chi_square = sum((seen[action] - mean) ** 2 / mean for action in legal)
    assert chi_square < len(legal) + 5 * (2 * len(legal)) ** 0.5
