"""Levels of bots with own decks of DOTS (72 cards)."""

from __future__ import annotations

import pytest

from dottable.bots.bot import Budget, as_choice
from dottable.bots.registry import find_bot
from dottable.bots.seat_access import SeatAccess
from tests.games.dots_72.colour_decks import colour_deck
from tests.games.dots_72.positions import GAME, new_match
from tests.sizes import sized


@pytest.mark.parametrize("colours", [2, 8])
@pytest.mark.parametrize("level", ["newcomer", "master"])
def test_B3_levels_choose_legal_actions(level, colours):
    match = new_match(2, seed=5, deck=colour_deck(colours))
    for n in range(sized(6, 30)):
        seat = match.to_act[0]
        choice = find_bot(level, GAME).choose(SeatAccess(match, seat), Budget(simulations=40), bytes([n] * 32))
        assert match.apply(seat, as_choice(choice).action) is None
