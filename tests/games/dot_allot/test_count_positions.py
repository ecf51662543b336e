"""Action sequences from tiny positions, counted by the rules and by the referee."""

from __future__ import annotations

from random import Random

import pytest

from . import oracle
from .count_positions import count_by_engine, count_by_oracle
from .positions import arrange, for_oracle, moves, new_match, odd_deck, play, slim_deck


def late(seats, deck, left, *, rounds=0, **options):
    """A match with a few cards to lay before the end of a round, and the referee's idea of it."""
    match = arrange(new_match(seats, deck=deck, **options), hands=("1 2 7 8", "4 5 10 17"))
    position, luck = for_oracle(match), Random(9)
    for _ in range(9 * rounds + 8 - left):
        move = luck.choice(moves(match))
        play(match, move)
        position = oracle.play(position, move)
    return match, position


TABLES = {
    # By hand: the dot of b.. and of .y. goes to 3 rows in each of 8 ways, a dot of bb. to 3 or, turned, 4 rows
    # in 4 ways each; the card without dots has none to give: 24 + 24 + 28.
    "first card": (lambda: late(2, odd_deck(), 8), [1, 76, 3380]),
    "end of round 1": (lambda: late(2, odd_deck(), 2), [1, 16, 124, 124, 8928]),
    "end of the match": (lambda: late(2, slim_deck(), 3, rounds=3), [1, 13, 176, 1324, 0]),
    "three players": (lambda: late(3, slim_deck(), 2, orientation="horizontal", side="light"), [1, 32, 176, 176, 9856]),
    "house deck": (lambda: late(2, None, 2), [1, 28, 656, 656]),
}
"""Positions and their counts at every depth."""


@pytest.mark.parametrize("name", TABLES)
def test_the_rules_and_the_referee_count_the_same_sequences(name):
    build, counts = TABLES[name]
    match, position = build()
    depths = range(len(counts))
    assert [count_by_engine(match, depth) for depth in depths] == counts
    assert [count_by_oracle(position, depth) for depth in depths] == counts
