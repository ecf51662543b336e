"""What is counted of whole hands, by the ruling it belongs to."""

from __future__ import annotations

import pytest

from tests.games.dots_72.counting import OTHER, STARTS, Counted, counted, used_up
from tests.games.dots_72.positions import COMPLETE, NOTHING, table


def test_B10_a_turn_over_and_the_passed_cards_are_counted():
    found = counted(used_up(NOTHING, OTHER, "b b b y4 ws d9", seats=3), "draw", "discard:b2")
    assert found.all("turn_overs", "passes") == (1, 0)
    found.play("pass:r8", "pass:y2", "pass:d9")
    assert found.all("turn_overs", "passes") == (1, 3)
    assert found.cards("passed") == {"8": 1, "2": 1, "matchless DOTS": 1}
    assert found.cards("discarded") == {"2": 1}


def test_B10_a_turn_over_is_counted_with_reshuffle_too():
    assert counted(used_up(NOTHING, OTHER, reshuffle=True), "draw", "discard:b2")["turn_overs"] == 1


def test_B13_a_hand_that_ends_the_match_is_counted():
    match = table(COMPLETE, OTHER)
    match.state.scores[0] = 450
    assert counted(match, "call").all("hands", "wins", "void_hands", "void_ends") == (1, 1, 0, 0)


def test_B13_hands_add_up():
    found = counted(table(COMPLETE, OTHER), "call", "deal")
    assert found.all("hands", "turns_now", "fresh_now") == (1, 0, 0)
    found.play("draw")
    assert found.all("hands", "turns", "turns_now", "fresh_now") == (1, 1, 1, 1)


@pytest.mark.parametrize(("before", "ends"), [(0, 0), (1, 0), (2, 1)])
def test_B14_a_void_hand_is_counted_and_the_third_ends_the_match(before, ends):
    match = used_up(NOTHING, OTHER)
    match.state.turn_overs, match.state.void_hands = 4, before
    found = counted(match, "draw", "discard:b2")
    assert found.all("hands", "wins", "void_hands", "void_ends", "turn_overs") == (1, 0, 1, ends, 0)


def test_a_hand_is_counted_by_the_number_of_its_turns():
    turns = ["take", "discard:y8"] * 5
    assert counted(table(COMPLETE, OTHER), *turns[:8], "call")["hand_turns"] == [1] + [0] * 10
    assert counted(table(OTHER, COMPLETE), *turns, "call")["hand_turns"] == [0, 1] + [0] * 9


@pytest.mark.parametrize(("turns", "place"), [(49, 9), (50, 10), (54, 10), (300, 10)])
def test_the_longest_hands_are_counted_together(turns, place):
    found = Counted(table(COMPLETE, OTHER))
    found.row[STARTS["turns_now"]] = turns
    found.play("call")
    assert [k for k, n in enumerate(found["hand_turns"]) if n] == [place]
    assert found["turns_now"] == 0
