"""Turns from the deal to a call: rulings B5-B7 and B9."""

from __future__ import annotations

from collections import Counter

import pytest

from dottable.core.errors import BadSeats
from dottable.core.primitives.refusals import NOT_YOUR_TURN
from dottable.games.dots_72.rules import refusal_codes as reasons
from dottable.games.dots_72.state import HAND_OVER
from tests.games.dots_72 import oracle
from tests.games.dots_72.positions import (
    COMPLETE,
    NOTHING,
    cards_of,
    discards,
    hand,
    moves,
    new_match,
    pile,
    play,
    refusal,
    table,
)

OTHER = "y y g g y2 g2"


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_B5_six_cards_each_one_discard_and_the_rest_to_draw(seats):
    match = new_match(seats)
    assert [len(cards_of(match, seat)) for seat in range(seats)] == [6] * seats
    assert len(discards(match)) == 1
    assert len(pile(match)) == 72 - 6 * seats - 1
    dealt = Counter([*pile(match), *discards(match)])
    for seat in range(seats):
        dealt.update(cards_of(match, seat))
    assert dealt == Counter(oracle.HOUSE.cards)


def test_B5_the_first_dealer_comes_by_the_seed():
    dealers = Counter(int(new_match(3, seed=seed).state.dealer) for seed in range(60))
    assert min(dealers[seat] for seat in range(3)) > 8


def test_B5_the_player_left_of_the_dealer_begins():
    for seed in range(5):
        match = new_match(4, seed=seed)
        assert match.to_act == ((int(match.state.dealer) + 1) % 4,)


def test_B5_play_is_clockwise():
    match = table(seats=3)
    order = []
    for _ in range(4):
        order.append(match.to_act[0])
        play(match, "draw", moves(play(match.copy(), "draw"))[0])
    assert order == [0, 1, 2, 0]


def test_B5_the_deal_passes_left_after_every_hand():
    match = play(table(COMPLETE, seats=3), "call")
    assert match.state.dealer == 2
    assert match.to_act == (0,)
    play(match, "deal")
    assert match.state.dealer == 0
    assert match.to_act == (1,)


@pytest.mark.parametrize("seats", [1, 7])
def test_B5_two_to_six_players(seats):
    with pytest.raises(BadSeats, match="2 to 6 seats"):
        new_match(seats)


def test_B6_a_turn_begins_with_a_draw_or_the_top_discard():
    assert moves(table(NOTHING)) == ["draw", "take", "call"]


def test_B6_drawing_takes_the_top_of_the_draw_pile():
    match = play(table(NOTHING, pile="b2 g6"), "draw")
    assert hand(match, 0) == f"{NOTHING} b2"
    assert pile(match) == ("g6",)


def test_B6_taking_takes_the_top_discard():
    match = play(table(NOTHING, discards="b2 g6"), "take")
    assert "b2" in cards_of(match, 0)
    assert discards(match) == ("g6",)


def test_B6_then_one_card_is_discarded_back_to_six():
    match = play(table(NOTHING, OTHER, pile="b2 g6"), "draw", "discard:r8")
    assert hand(match, 0) == "r r r8 r8 r8 b2"
    assert discards(match)[0] == "r8"
    assert match.to_act == (1,)


def test_B6_equal_cards_are_one_action():
    match = play(table(NOTHING, pile="b2 g6"), "draw")
    assert moves(match) == ["discard:r", "discard:r8", "discard:b2", "call:r", "call:r8", "call:b2"]


def test_B6_the_card_just_taken_may_be_discarded_again():
    match = play(table(NOTHING, discards="b2 g6"), "take", "discard:b2")
    assert discards(match) == ("b2", "g6")


def test_B6_no_discard_before_a_card_is_taken():
    assert refusal(table(NOTHING), "discard:r8") == reasons.DRAW_FIRST


def test_B6_no_second_card_in_a_turn():
    match = play(table(NOTHING), "draw")
    assert refusal(match, "draw") == refusal(match, "take") == reasons.DISCARD_FIRST


def test_B6_only_a_card_of_the_hand_is_discarded():
    match = play(table(NOTHING, pile="b2 g6"), "draw")
    assert refusal(match, "discard:g8") == refusal(match, "call:g8") == reasons.NOT_IN_HAND


def test_B6_nothing_is_taken_from_an_empty_discard_pile():
    match = table(NOTHING, discards="")
    assert moves(match) == ["draw", "call"]
    assert refusal(match, "take") == reasons.NOTHING_TO_TAKE


def test_B6_only_the_player_at_turn_acts():
    assert refusal(table(NOTHING), "draw", seat=1) == NOT_YOUR_TURN


def test_B7_a_complete_hand_may_be_called_at_the_start_of_the_turn():
    match = play(table(COMPLETE), "call")
    assert match.state.phase == HAND_OVER
    assert match.scores() == [50, 0]


def test_B7_a_complete_hand_may_be_called_right_after_the_discard():
    match = play(table(f"{COMPLETE} y2"), "call:y2")
    assert match.scores() == [50, 0]
    assert discards(match)[0] == "y2"


def test_B7_nobody_calls_with_seven_cards():
    assert refusal(table(f"{COMPLETE} y2"), "call") == reasons.CALL_WITH_SIX


def test_B7_nobody_calls_in_the_turn_of_another():
    match = table(OTHER, COMPLETE)
    assert refusal(match, "call", seat=1) == NOT_YOUR_TURN
    assert match.legal(1) == []


def test_B7_a_complete_hand_that_is_not_called_scores_nothing():
    match = play(table(f"{COMPLETE} y2"), "discard:y2")
    assert match.scores() == [0, 0]
    assert match.to_act == (1,)


def test_B9_after_a_wrong_call_play_goes_on():
    match = play(table(NOTHING), "call")
    assert match.scores() == [0, 0]
    assert moves(match) == ["draw", "take"]


def test_B9_after_a_wrong_call_with_the_discard_the_next_player_is_on():
    match = play(table(f"{NOTHING} y2"), "call:y2")
    assert match.to_act == (1,)
    assert moves(match) == ["draw", "take", "call"]
    assert hand(match, 0) == NOTHING


def test_B9_a_wrong_call_shows_the_hand():
    match = table(NOTHING, OTHER, seats=3)
    assert match.view(1).hands[0].cards == ()
    play(match, "call")
    for viewer in (0, 1, 2, -1):
        cards = match.view(viewer).hands[0].cards
        assert " ".join(card.code for card in cards) == NOTHING
        assert all(card.shown for card in cards)


def test_B9_shown_cards_stay_marked_until_they_leave_the_hand():
    match = play(table(NOTHING, OTHER, pile="b2 g6 g8"), "call", "draw", "discard:r8", "draw", "discard:g6")
    cards = match.view(1).hands[0].cards
    assert [card.code for card in cards] == ["r", "r", "r8", "r8", "r8"]
    assert match.view(1).hands[0].count == 6


def test_B9_a_seat_calls_wrongly_once_a_turn():
    match = play(table(NOTHING), "call")
    assert refusal(match, "call") == reasons.CALLED_WRONGLY
    play(match, "draw")
    assert not any(move.startswith("call") for move in moves(match))
    assert refusal(match, "call:r8") == reasons.CALLED_WRONGLY


def test_B9_after_a_wrong_call_a_right_one_is_possible_in_the_same_turn():
    match = play(table("r r8 d3 b b8 y2", pile="d4 g6"), "call", "draw")
    assert [move for move in moves(match) if move.startswith("call")] == ["call:y2"]
    assert play(match, "call:y2").scores() == [50, 0]


def test_B9_the_next_turn_allows_a_call_again():
    match = play(table(NOTHING, OTHER), "call", "draw", "discard:r8")
    assert "call" in moves(match)
    play(match, "draw", "discard:y")
    assert "call" in moves(match)
