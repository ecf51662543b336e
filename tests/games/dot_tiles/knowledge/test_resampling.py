"""Resampling leaves alone what a seat knows."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from dottable.core.primitives import chance
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import SPECTATOR
from tests.games.dot_tiles.positions import new_match, play_randomly


def seeded_chance(number):
    g = chance.new_generator()
    chance.set_key(rule_array(g), rule_array(chance.key_from_seed(number.to_bytes(32, "big"))))
    return g


def view_json(match, seat):
    return msgspec.json.encode(match.view(seat))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_view_changes_when_what_it_cannot_know_is_redrawn(seats):
    changed = 0
    for seed in range(6):
        match = new_match(seats, seed=seed)
        for step, _ in enumerate(play_randomly(match, Random(seed))):
            if step > 5 * seats and step % 7:
                continue
            for seat in (*range(seats), SPECTATOR):
                twin = match.determinize(seat, seeded_chance(1000 * seed + step))
                changed += twin.state.hand.tolist() != match.state.hand.tolist()
                assert view_json(twin, seat) == view_json(match, seat)
                assert view_json(twin, SPECTATOR) == view_json(match, SPECTATOR)
    assert changed > 50  # otherwise nothing was compared
