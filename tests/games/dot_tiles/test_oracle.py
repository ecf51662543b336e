"""The rules against the independent referee: the same moves at every step, the same scores at the end."""

from __future__ import annotations

from random import Random

import pytest

from dottable.games.dot_tiles import notation

from . import oracle
from .positions import for_oracle, moves, new_match, play_randomly

MATCHES = 100


def follow(position, move, match):
    """The referee's position after a move, given the tile that the match has drawn."""
    position = oracle.play(position, move)
    return oracle.draw(position, for_oracle(match).drawn) if position.awaits_draw else position


def sorted_tiles(position):
    """What can be compared: the referee keeps tiles in the order they came."""
    sheets = tuple({group: tuple(sorted(tiles)) for group, tiles in sheet.items()} for sheet in position.sheets)
    rows = (position.bag, *position.hands, position.burned)
    return (position.phase, position.hot, position.drawn, sheets, *(tuple(sorted(row)) for row in rows))


@pytest.mark.parametrize("single_colour_bonus", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_referee_agrees_at_every_step_and_on_the_score(seats, single_colour_bonus):
    for seed in range(MATCHES // 2):
        match = new_match(seats, seed=1000 * single_colour_bonus + seed, single_colour_bonus=single_colour_bonus)
        position = for_oracle(match)
        last = None
        for seat, action in play_randomly(match, Random(seed)):
            if last is not None:
                position = follow(position, last, match)
            listed = moves(match)
            assert position.turn == seat
            assert len(listed) == len(set(listed))
            assert set(listed) == oracle.legal(position)
            assert all(not match.legal(other) for other in range(seats) if other != seat)
            last = notation.write(action)
        position = oracle.play(position, last)
        assert sorted_tiles(position) == sorted_tiles(for_oracle(match))
        expected = [oracle.score(sheet, single_colour_bonus=single_colour_bonus) for sheet in position.sheets]
        assert match.scores() == expected
        best = max(expected)
        assert match.view(0).winners == tuple(seat for seat in range(seats) if expected[seat] == best)


def test_the_referee_deals_from_the_same_tiles():
    for seats, copies in oracle.COPIES.items():
        position = for_oracle(new_match(seats))
        dealt = [*position.bag, position.hot, *(tile for hand in position.hands for tile in hand)]
        assert sorted(dealt) == sorted(oracle.TILES * copies)
