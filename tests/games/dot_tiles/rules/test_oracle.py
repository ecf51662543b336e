"""The rules against the oracle: equal legal moves at every step, equal scores at the end."""

from __future__ import annotations

from random import Random

import pytest

from dottable.games.dot_tiles.view import notation
from tests.games.dot_tiles import oracle
from tests.games.dot_tiles.positions import legal_moves, new_match, oracle_position, play_randomly
from tests.present import present
from tests.sizes import sized

MATCH_COUNT = sized(10, 100, 400)
"""Matches for each number of seats, half of them with each option: 1,200 in a full run."""


def oracle_position_after(position, move, match):
    """Return the oracle's position after a move, with the tile that the match has drawn."""
    position = oracle.play(position, move)
    return oracle.draw_tile(position, present(oracle_position(match).drawn)) if position.awaits_draw else position


def sorted_tiles(position):
    """Return a position with sorted tiles for comparison, since the oracle keeps tiles in the order of arrival."""
    sheets = tuple({group: tuple(sorted(tiles)) for group, tiles in sheet.items()} for sheet in position.sheets)
    rows = (position.bag, *position.hands, position.burned)
    return (position.phase, position.hot, position.drawn, sheets, *(tuple(sorted(row)) for row in rows))


@pytest.mark.parametrize("single_colour_bonus", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_oracle_agrees_at_every_step_and_on_the_score(seats, single_colour_bonus):
    for seed in range(MATCH_COUNT // 2):
        match = new_match(seats, seed=1000 * single_colour_bonus + seed, single_colour_bonus=single_colour_bonus)
        position = oracle_position(match)
        last = None
        for seat, action in play_randomly(match, Random(seed)):
            if last is not None:
                position = oracle_position_after(position, last, match)
            listed = legal_moves(match)
            assert position.turn == seat
            assert len(listed) == len(set(listed))
            assert set(listed) == oracle.legal(position)
            assert all(not match.legal(other) for other in range(seats) if other != seat)
            last = notation.write_action(action)
        position = oracle.play(position, present(last))
        assert sorted_tiles(position) == sorted_tiles(oracle_position(match))
        expected = [oracle.sheet_points(sheet, single_colour_bonus=single_colour_bonus) for sheet in position.sheets]
        assert match.scores() == expected
        best = max(expected)
        assert match.view(0).winners == tuple(seat for seat in range(seats) if expected[seat] == best)


def test_the_oracle_deals_from_the_same_tiles():
    for seats, copies in oracle.COPIES_BY_SEATS.items():
        position = oracle_position(new_match(seats))
        dealt = [*position.bag, present(position.hot), *(tile for hand in position.hands for tile in hand)]
        assert sorted(dealt) == sorted(oracle.TILES * copies)
