"""Observation and resampling: what a seat knows, and what is redrawn."""

from __future__ import annotations

from random import Random

import msgspec
import numpy as np
import pytest

from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dot_allot.knowledge.observation import OBSERVATION_SIZE, observe
from dottable.games.dot_allot.view import notation
from tests.games.dot_allot.positions import (
    arrange_seats_and_hands,
    new_match,
    one_row_deck,
    play,
    play_randomly,
    play_round,
    seeded_chance,
)


def view_json(match, seat):
    return msgspec.json.encode(match.view(seat))


def observation_of(match, seat):
    out = np.zeros(OBSERVATION_SIZE, np.int16)
    observe(match.state, seat, rule_array(out))
    return out.tolist()


def cards_in_hands(match):
    return match.state.hand.tolist()


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_no_view_changes_when_what_it_cannot_know_is_redrawn(seats):
    for seed in range(4):
        match = new_match(seats, seed=seed, deck=one_row_deck() if seed % 2 else None)
        for step, _ in enumerate(play_randomly(match, Random(seed))):
            for seat in (*range(seats), SPECTATOR):
                twin = match.determinize(seat, seeded_chance(1000 * seed + step))
                assert view_json(twin, seat) == view_json(match, seat)
                if seat != SPECTATOR:
                    assert observation_of(twin, seat) == observation_of(match, seat)


def test_in_round_1_the_opponents_hand_is_redrawn_from_all_cards_not_seen():
    match = arrange_seats_and_hands(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    drawn = set()
    for k in range(80):
        own, other = cards_in_hands(match.determinize(0, seeded_chance(k)))
        assert own == [0, 1, 2, 3]
        drawn |= set(other)
    assert drawn == set(range(4, 17))


def test_cards_already_laid_are_never_redrawn():
    match = arrange_seats_and_hands(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    card = int(notation.write_action(match.legal(0)[0]).split("@")[0])
    play(match, notation.write_action(match.legal(0)[0]))
    for k in range(40):
        twin = match.determinize(SPECTATOR, seeded_chance(k))
        assert twin.view(1).placements == match.view(1).placements
        assert card - 1 not in [c for hand in cards_in_hands(twin) for c in hand]
        assert [sum(c >= 0 for c in hand) for hand in cards_in_hands(twin)] == [3, 4]


def test_resampling_changes_the_future_luck_of_the_match():
    match = play(play_round(new_match(seed=1), Random(1)), "deal")
    assert match.determinize(0, seeded_chance(1)).state.rng.tolist() != match.state.rng.tolist()


def test_the_tensor_tells_the_own_hand_and_hides_the_others():
    match = arrange_seats_and_hands(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    at = OBSERVATION_SIZE - 8 * 49 - 9 * 7 - 49 - 8
    assert observation_of(match, 0)[at : at + 8] == [1, 2, 3, 4, 0, 0, 0, 0]
    assert observation_of(match, 1)[at : at + 8] == [0, 0, 0, 0, 5, 6, 7, 8]
    faces = observation_of(match, 1)[-8 * 49 :]
    assert not any(faces[: 4 * 49])
    first = [faces[4 * 49 + 7 * column + row] for row in range(7) for column in range(5)]
    assert "".join(".bry"[cell] for cell in first) == "".join(match.view(1).sides[1].hand[0].face)
