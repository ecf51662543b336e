"""Actions in words, and sentences about moves."""

from __future__ import annotations

import pytest

from dottable.core.views.narration import render_narration
from dottable.games.dot_allot.view import notation
from dottable.games.dot_allot.view.card_words import card_message
from dottable.games.dot_allot.view.narration import result_messages
from tests.games.dot_allot.positions import GAME, arrange_seats_and_hands, finish_round, new_match, play

EMPTY_ROW = "........."


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("7@90-2", "Lay a blue card, turned right, over 3 of Player 2's rows"),
        ("12@180r+4", "Lay a yellow and blue card, flipped and upside down, over 3 of your rows"),
        ("1@0+0", "Lay a blue card, over all rows"),
        ("1@270r+2", "Lay a blue card, flipped and turned left, over 1 of Player 2's rows and 3 of yours"),
        ("deal", "Deal round 2"),
    ],
)
def test_actions_are_told_as_their_player_sees_them(move, words):
    match = arrange_seats_and_hands(new_match(), hands=("1 7 12 16", "2 3 4 5"))
    assert GAME.view.describe_action(match.view(0), notation.read_action(move)) == words


def test_the_player_above_the_grey_row_reads_turns_and_rows_as_seen_on_the_mirrored_screen():
    match = arrange_seats_and_hands(new_match(), hands=("2 3 4 5", "1 7 12 16"))
    words = GAME.view.describe_action(match.view(1), notation.read_action("16@90-2"))
    assert words == "Lay a card with 1 blue dot, turned left, over 3 of your rows"


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
    assert narrated(match, "3@0-1") == "You lay a yellow card: 2 yellow for you; 3 yellow for Player 2."
    assert narrated(twin, "3@0-1", 1) == "Player 1 lays a yellow card: 2 yellow for Player 1; 3 yellow for you."


def test_a_side_that_gets_and_loses_nothing_is_not_named():
    match = arrange_seats_and_hands(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    assert narrated(match, "3@0-5") == "You lay a yellow card: 2 yellow for Player 2."


def test_a_card_that_gives_nothing_says_what_it_covers():
    match = arrange_seats_and_hands(new_match(), hands=("1 2 3 16", "5 6 7 8"))
    told = "You lay a card with 1 blue dot: covers 1 of your dots; covers 3 of Player 2's dots."
    assert narrated(match, "16@0-2") == told


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
    assert narrated(match, "deal") == "Player 3 deals round 2 and starts. Player 3 joins in."
    assert (
        narrated(finish_round(arrange_seats_and_hands(new_match()), *[EMPTY_ROW] * 7), "deal")
        == "You deal round 2 and start."
    )


def test_A12_an_own_deck_may_have_an_empty_card_which_has_a_name():
    assert render_narration(GAME, (card_message((".....",) * 7),), 0) == "An empty card"
    assert render_narration(GAME, (card_message(("r....", *(".....",) * 6)),), 0) == "A card with 1 red dot"
