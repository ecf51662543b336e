"""Action sequences from tiny positions, counted by the rules and by the oracle."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.dot_allot import oracle
from tests.games.dot_allot.count_positions import count_by_engine, count_by_oracle
from tests.games.dot_allot.positions import (
    arrange_seats_and_hands,
    legal_moves,
    new_match,
    one_column_deck,
    one_row_deck,
    oracle_position,
    play,
)
from tests.sizes import sized_depths


def match_near_round_end(seats, deck, left, *, rounds=0, **options):
    """Return a match with `left` cards to lay before the end of a round, and the oracle's position."""
    match = arrange_seats_and_hands(new_match(seats, deck=deck, **options), hands=("1 2 7 8", "4 5 10 17"))
    position, rng = oracle_position(match), Random(9)
    for _ in range(9 * rounds + 8 - left):
        move = rng.choice(legal_moves(match))
        play(match, move)
        position = oracle.play(position, move)
    return match, position


CASES = {
    # By hand: the dot of b.. and of .y. goes to 3 rows in each of 8 ways, a dot of bb. to 3 or, turned, 4 rows
    # in 4 ways each; the card without dots has none to give: 24 + 24 + 28.
    "first card": (lambda: match_near_round_end(2, one_row_deck(), 8), [1, 76, 3380]),
    "end of round 1": (lambda: match_near_round_end(2, one_row_deck(), 2), [1, 16, 124, 124, 8928]),
    "end of the match": (lambda: match_near_round_end(2, one_column_deck(), 3, rounds=3), [1, 13, 176, 1324, 0]),
    "three players": (
        lambda: match_near_round_end(3, one_column_deck(), 2, orientation="horizontal", side="light"),
        [1, 32, 176, 176, 9856],
    ),
    "house deck": (lambda: match_near_round_end(2, None, 2), [1, 28, 1312, 1312]),
}
"""Positions and their counts at every depth."""


@pytest.mark.parametrize("name", CASES)
def test_the_rules_and_the_oracle_count_the_same_sequences(name):
    build, counts = CASES[name]
    match, position = build()
    depths = sized_depths(counts)
    counts = counts[: len(depths)]
    assert [count_by_engine(match, depth) for depth in depths] == counts
    assert [count_by_oracle(position, depth) for depth in depths] == counts
