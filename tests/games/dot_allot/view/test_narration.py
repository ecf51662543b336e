"""Actions in words, and sentences about moves."""

from __future__ import annotations

import pytest

from dottable.core.views.narration import render_narration
from dottable.games.dot_allot.view import notation
from dottable.games.dot_allot.view.narration import result_messages
from tests.games.dot_allot.positions import GAME, arrange_seats_and_hands, finish_round, new_match, play

EMPTY_ROW = "........."


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("7@90-2", "Lay card 7, a quarter turn to the right, its top row 2 above the track"),
        ("12@180r+4", "Lay card 12 reversed, upside down, its top row on row 5"),
        ("1@0+0", "Lay card 1, upright, its top row on row 1"),
        ("1@270r+0", "Lay card 1 reversed, a quarter turn to the left, its top row on row 1"),
        ("deal", "Deal round 2"),
    ],
)
def test_actions_have_words(move, words):
    assert GAME.view.describe_action(new_match().view(0), notation.read_action(move)) == words


def narrated(match, move, viewer=0):
    """Return the text that a viewer reads about a move."""
    before, seat = match.view(viewer), match.to_act[0]
    play(match, move)
    return render_narration(
        GAME, GAME.view.narrate(before, seat, notation.read_action(move), match.view(viewer)), viewer
    )


def narrated_result(view):
    """Return the text about the end of a round."""
    return render_narration(GAME, result_messages(view, view.result), view.seat)


def test_a_placement_is_narrated_to_every_viewer():
    match = arrange_seats_and_hands(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    twin = match.copy()
    assert narrated(match, "3@0-1") == "You lay card 3: 2 yellow for you; 3 yellow for Player 2."
    assert narrated(twin, "3@0-1", 1) == "Player 1 lays card 3: 2 yellow for Player 1; 3 yellow for you."


def test_a_card_that_gives_a_side_nothing_says_so():
    match = arrange_seats_and_hands(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    assert narrated(match, "3@0-5") == "You lay card 3: nothing for you; 2 yellow for Player 2."


def test_the_end_of_a_round_is_narrated_with_points_bonus_and_the_queue():
    match = finish_round(arrange_seats_and_hands(new_match(3)), *[EMPTY_ROW] * 7)
    after = match.view(1)
    assert (
        narrated_result(after) == "Round 1 is tied at 0. You take the bonus point. Player 1 joins the end of the queue."
    )
    match = finish_round(arrange_seats_and_hands(new_match()), "b........", *[EMPTY_ROW] * 6)
    after = match.view(1)
    assert narrated_result(after) == "Round 1 goes to you by 1 to 0."
    after = match.view(0)
    assert narrated_result(after) == "Round 1 goes to Player 2 by 1 to 0."


def test_a_deal_is_narrated_with_the_player_who_joins():
    match = finish_round(arrange_seats_and_hands(new_match(3)), *[EMPTY_ROW] * 7)
    assert narrated(match, "deal") == "Player 3 deals round 2, from column 2 on. Player 3 joins in."
    assert (
        narrated(finish_round(arrange_seats_and_hands(new_match()), *[EMPTY_ROW] * 7), "deal")
        == "You deal round 2, from column 2 on."
    )
