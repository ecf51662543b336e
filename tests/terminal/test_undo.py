"""Taking a move back: only one that showed the player nothing new."""

from __future__ import annotations

from dottable.core.matches.match import Match, Move
from dottable.core.registry import find_game
from dottable.terminal.tables.undo_permission import revealed_nothing


def test_a_drawn_card_reveals_something():
    game = find_game("dots_52")
    match = Match(game, seed=bytes(32))
    draw = game.view.read_action("draw")
    while draw not in match.legal(match.to_act[0]):
        match.apply(match.to_act[0], match.legal(match.to_act[0])[-1])
    before = match.copy()
    move = Move(match.to_act[0], draw, 0)
    assert match.apply(*move) is None
    assert not revealed_nothing(before, move, match)


def test_a_placed_tile_of_the_own_hand_reveals_nothing():
    match = Match(find_game("dot_tiles"), seed=bytes(32))
    seat = match.to_act[0]
    before, move = match.copy(), Move(seat, match.legal(seat)[0], 0)
    assert match.apply(*move) is None
    assert revealed_nothing(before, move, match)
