"""What is counted of calls, by the ruling it belongs to."""

from __future__ import annotations

import pytest

from tests.games.dots_72.counting import OTHER, counted, used_up
from tests.games.dots_72.positions import COMPLETE, NOTHING, table


def test_B7_a_call_after_the_discard():
    found = counted(table(f"{COMPLETE} y4", OTHER), "call:y4")
    assert found.all("calls", "wins", "wrong_calls", "start_wins", "complete", "held_back") == (1, 1, 0, 0, 1, 0)
    assert found.moments() == {"after the discard": 1}


def test_B7_a_call_with_the_hand_as_dealt():
    found = counted(table(COMPLETE, OTHER), "call")
    assert found.all("calls", "wins", "start_wins", "complete", "turns") == (1, 1, 1, 0, 0)
    assert found.moments() == {"with the hand as dealt": 1}


def test_B7_the_last_player_too_may_call_with_the_hand_as_dealt():
    found = counted(table(OTHER, COMPLETE, pile="b2 g6"), "draw", "discard:b2", "call")
    assert found.moments() == {"with the hand as dealt": 1}


def test_B7_a_call_with_a_passed_card():
    match = used_up("y y g g y2 d4", "r r8 d3 b b8 y6")
    found = counted(match, "draw", "discard:b2", "pass:d4", "pass:y6", "call")
    assert found.moments() == {"with a passed card": 1}


def test_B7_a_complete_hand_may_be_held_back_and_called_later():
    found = counted(table(COMPLETE, OTHER, pile="b2 g6 g8"), "draw", "discard:b2")
    assert found.all("complete", "held_back", "calls") == (1, 1, 0)
    found.play("draw", "discard:y", "call")
    assert found.all("complete", "held_back", "wins") == (1, 1, 1)
    assert found.moments() == {"at another turn's start": 1}


def test_B7_an_incomplete_hand_is_not_held_back():
    assert counted(table(NOTHING, pile="b2 g6"), "draw", "discard:b2").all("complete", "held_back") == (0, 0)


@pytest.mark.parametrize("call", [["call"], ["draw", "call:r8"]])
def test_B9_a_wrong_call_is_counted(call):
    found = counted(table(NOTHING, OTHER), *call)
    assert found.all("calls", "wrong_calls", "wins", "hands") == (1, 1, 0, 0)


def test_B9_a_wrong_and_a_right_call_in_one_turn():
    found = counted(table("r r8 d3 b b8 y2", pile="d4 g6"), "call", "draw", "call:y2")
    assert found.all("calls", "wrong_calls", "wins") == (2, 1, 1)


def test_B9_a_wrong_call_that_makes_the_hand_void_wins_nothing():
    match = used_up(NOTHING, OTHER)
    match.state.turn_overs, match.state.caller = 4, 0
    found = counted(match, "draw", "call:b2")
    assert found.all("wrong_calls", "wins", "void_hands", "hands") == (1, 0, 1, 1)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_B5_a_win_is_counted_by_the_place_in_the_order_of_play(place):
    hands = [OTHER, "y g y4 y4 y6 y6"][:place]
    turns = ["draw", "discard:b2", "draw", "discard:b4"][: 2 * place]
    found = counted(table(*hands, COMPLETE, seats=4, pile="b2 b4 g6"), *turns, "call")
    assert found["places"] == [int(k == place) for k in range(6)]
    assert found["starter_wins"] == (place == 0)
