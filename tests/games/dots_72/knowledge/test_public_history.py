"""The public history of a hand."""

from __future__ import annotations

from random import Random

import numpy as np

from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.games.dots_72.knowledge.public_history import MAX_HISTORY, history_or_empty
from dottable.games.dots_72.state import DEAL, DISCARD, DRAW, HAND_OVER
from tests.games.dots_72.positions import generator, new_match, play_randomly, table


def test_B10_the_history_is_empty_once_the_discards_are_turned_over() -> None:
    match = new_match(seed=3)
    for _ in play_randomly(match, Random(3)):
        if match.state.turn_overs > 0:
            assert len(match.public_history()) == 0
            return
    raise AssertionError("no discards were turned over")


def test_B5_a_new_deal_starts_a_new_history() -> None:
    match, deals = new_match(seed=5), 0
    for _ in play_randomly(match, Random(5)):
        if match.moves and match.moves[-1].action == DEAL:
            assert match.public_history().tolist() == [int(match.state.first_discard)]
            deals += 1
        if match.state.phase >= HAND_OVER:
            assert len(match.public_history()) == 0
    assert deals > 2


def test_every_determinization_carries_the_history_and_continues_it() -> None:
    match = new_match(seed=7)
    for n, (seat, action) in enumerate(play_randomly(match, Random(7))):
        if n == 60:
            break
        twin = match.determinize(seat, generator(n))
        assert not twin.moves
        assert np.array_equal(twin.public_history(), match.public_history())
        assert np.array_equal(twin.determinize(seat, generator(1)).public_history(), match.public_history())
        if action != DRAW and action != DEAL:
            then = match.copy()
            then.apply(seat, action)
            twin.apply(seat, action)
            if then.state.phase < HAND_OVER:
                assert np.array_equal(twin.public_history(), then.public_history())


def test_a_match_without_its_moves_has_no_history() -> None:
    match = new_match(seed=7)
    for n, _ in enumerate(play_randomly(match, Random(7))):
        if n == 12:
            break
    assert len(match.public_history()) > 10
    assert len(match.with_state(match.state_bytes, 0).public_history()) == 0
    assert len(table(discards="g8 g6").public_history()) == 0


def test_a_history_that_is_too_long_is_dropped() -> None:
    s = new_match(seed=3).record
    history = [int(s.first_discard)] + [DRAW] * (MAX_HISTORY - 1)
    assert len(history_or_empty(s, history)) == MAX_HISTORY
    assert len(history_or_empty(s, [*history, DRAW])) == 0


def test_a_player_with_limited_memory_has_no_history() -> None:
    match: Match = new_match(seed=3)
    seat = match.to_act[0]
    match.apply(seat, DRAW)
    match.apply(seat, DISCARD + int(match.state.hand[seat, 0]))
    access = SeatAccess(match, 1 - seat)
    assert len(access.history) == 3
    assert len(access.with_memory(100).history) == 0
