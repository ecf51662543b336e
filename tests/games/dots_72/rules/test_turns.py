"""Play from the deal to the end of the match: rulings B5-B7, B9, B10 and B13-B15."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from dottable.core.errors import BadSeats
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.refusals import MATCH_OVER, NOT_YOUR_TURN
from dottable.games.dots_72.rules import flow as rules
from dottable.games.dots_72.rules import refusals as reasons
from dottable.games.dots_72.state import DISCARDING, HAND_OVER, OVER, PASSING, START
from tests.games.dots_72 import oracle
from tests.games.dots_72.positions import (
    COMPLETE,
    GAME,
    NOTHING,
    cards_of,
    discards,
    hand,
    moves,
    new_match,
    pile,
    play,
    play_randomly,
    refusal,
    table,
)

OTHER = "y y g g y2 g2"


def used_up(*hands, seats=2, **more):
    """Seat 0 is about to draw the last card of the pile; the discards are y8 on top, then b4 and r4."""
    return table(*hands, seats=seats, pile="b2", discards="y8 b4 r4", **more)


def pass_first(match):
    """Let everybody pass the first card of their hand."""
    while match.state.phase == PASSING:
        play(match, moves(match)[0])
    return match


def run_through_pile(match):
    """Draw and discard until the hand goes into another phase."""
    while match.state.phase in (START, DISCARDING):
        play(match, "draw" if match.state.phase == START else moves(match)[0])
    return match


def count_pieces(match):
    out = np.zeros(rules.PIECE_KINDS, np.int64)
    GAME.rules.pieces(match.state, rule_array(out))
    return out.tolist()


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_B5_six_cards_each_one_discard_and_the_rest_to_draw(seats):
    match = new_match(seats)
    assert [len(cards_of(match, seat)) for seat in range(seats)] == [6] * seats
    assert len(discards(match)) == 1
    assert len(pile(match)) == 72 - 6 * seats - 1
    dealt = Counter([*pile(match), *discards(match)])
    for seat in range(seats):
        dealt.update(cards_of(match, seat))
    assert dealt == Counter(oracle.all_cards())


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


def test_B7_a_passed_card_may_complete_a_hand_before_the_draw():
    match = play(used_up("y y g g y2 d4", "r r8 d3 b b8 y6"), "draw", "discard:b2")
    play(match, "pass:d4", "pass:y6", "call")
    assert match.scores() == [0, 50]


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


def test_B10_the_pile_is_used_up_only_after_the_discard():
    match = play(used_up(NOTHING, OTHER), "draw")
    assert match.state.phase == DISCARDING
    assert play(match, "discard:b2").state.phase == PASSING


def test_B10_the_discards_are_turned_over_unshuffled_top_card_included():
    match = play(used_up(NOTHING, OTHER), "draw", "discard:b2")
    assert pile(match) == ("r4", "b4", "y8", "b2")  # what was discarded first is drawn first
    assert discards(match) == ()


def test_B10_everybody_passes_a_card_to_the_left():
    match = play(used_up(NOTHING, OTHER, "b b b y4 y4 y6", seats=3), "draw", "discard:b2")
    play(match, "pass:r8", "pass:y2", "pass:b")
    assert hand(match, 0) == "r r b r8 r8 r8"
    assert hand(match, 1) == "y y g g r8 g2"
    assert hand(match, 2) == "b b y2 y4 y4 y6"
    assert match.state.phase == START
    assert match.to_act == (1,)


def test_B10_all_choose_at_once():
    match = play(used_up(NOTHING, OTHER, seats=3), "draw", "discard:b2")
    assert match.to_act == (0, 1, 2)
    assert match.apply(2, match.legal(2)[0]) is None
    assert match.to_act == (0, 1)
    assert match.legal(2) == []
    assert hand(match, 0) == NOTHING


def test_B10_a_choice_is_hidden_until_all_have_chosen():
    match = play(used_up(NOTHING, OTHER, seats=3), "draw", "discard:b2", "pass:r8")
    other = play(used_up(NOTHING, OTHER, seats=3), "draw", "discard:b2", "pass:r")
    assert match.view(0) != other.view(0)
    for viewer in (1, 2, -1):
        assert match.view(viewer) == other.view(viewer)


def test_B10_a_choice_is_final():
    match = play(used_up(NOTHING, OTHER), "draw", "discard:b2", "pass:r8")
    assert refusal(match, "pass:r", seat=0) == NOT_YOUR_TURN


def test_B10_nothing_else_is_possible_while_cards_are_passed():
    match = play(used_up(NOTHING, OTHER), "draw", "discard:b2")
    assert moves(match, 0) == ["pass:r", "pass:r8"]
    assert refusal(match, "draw") == refusal(match, "discard:r8") == refusal(match, "call") == reasons.PASS_FIRST
    assert refusal(match, "pass:g8") == reasons.NOT_IN_HAND


def test_B10_no_card_is_passed_otherwise():
    assert refusal(table(NOTHING), "pass:r8") == reasons.NO_PASSING


def test_B10_an_equal_card_may_come_back():
    match = play(used_up("r r r4 r6 r6 r8", "r b b4 r8 r8 y6"), "draw", "discard:b2", "pass:r", "pass:r")
    assert hand(match, 0) == "r r r4 r6 r6 r8"


def test_B10_with_reshuffle_the_discards_are_shuffled():
    orders = set()
    for seed in range(40):
        match = play(used_up(NOTHING, OTHER, reshuffle=True, seed=seed), "draw", "discard:b2")
        assert sorted(pile(match)) == ["b2", "b4", "r4", "y8"]
        orders.add(pile(match))
    assert len(orders) > 15


def test_B10_with_reshuffle_cards_are_passed_too():
    assert play(used_up(NOTHING, OTHER, reshuffle=True), "draw", "discard:b2").state.phase == PASSING


def test_B10_a_wrong_call_with_the_last_discard_comes_before_the_turning():
    match = play(used_up(NOTHING, OTHER), "draw", "call:b2")
    assert match.state.phase == PASSING
    assert len(match.view(1).hands[0].cards) == 6


def test_B10_a_right_call_with_the_last_discard_ends_the_hand():
    match = play(used_up(COMPLETE, OTHER), "draw", "call:b2")
    assert match.state.phase == HAND_OVER
    assert match.scores() == [50, 0]


def test_B11_only_the_caller_scores():
    match = play(table(COMPLETE, "y y6 d5 r r6 d7"), "call")
    assert match.scores() == [50, 0]


def test_B13_totals_carry_over_hands():
    match = play(table(COMPLETE), "call", "deal")
    assert match.scores() == [50, 0]
    assert match.state.hand_number == 2


def test_B13_the_first_to_reach_500_wins():
    match = table(COMPLETE, seats=3)
    match.state.scores[0], match.state.scores[1] = 450, 480
    play(match, "call")
    assert match.is_over
    assert match.scores() == [500, 480, 0]
    assert match.view(2).winners == (0,)
    assert match.returns() == [1.0, -0.5, -0.5]


def test_B13_just_below_500_play_goes_on():
    match = table(COMPLETE)
    match.state.scores[0] = 449
    assert play(match, "call").state.phase == HAND_OVER


def test_B13_nothing_is_possible_after_the_end():
    match = table(COMPLETE)
    match.state.scores[0] = 450
    play(match, "call")
    assert match.to_act == ()
    assert match.refusal(0, 0).code == MATCH_OVER


def test_B14_a_hand_goes_on_after_four_turnings():
    match = used_up(NOTHING, OTHER)
    match.state.turn_overs = 3
    assert play(match, "draw", "discard:b2").state.phase == PASSING


def test_B14_the_fifth_turning_makes_the_hand_void():
    match = used_up(NOTHING, OTHER)
    match.state.turn_overs = 4
    play(match, "draw", "discard:b2")
    assert match.state.phase == HAND_OVER
    assert match.scores() == [0, 0]
    assert match.view(0).result.caller is None
    assert moves(match) == ["deal"]


def test_B14_a_hand_without_calls_is_void_after_five_piles():
    match = new_match()
    for _ in range(4):
        pass_first(run_through_pile(match))
    assert run_through_pile(match).state.phase == HAND_OVER


def test_B14_three_void_hands_in_a_row_end_the_match():
    match = used_up(NOTHING, OTHER, seats=3)
    match.state.turn_overs, match.state.void_hands = 4, 2
    match.state.scores[1] = match.state.scores[2] = 100
    play(match, "draw", "discard:b2")
    assert match.state.phase == OVER
    assert match.view(0).winners == (1, 2)
    assert match.returns() == [-0.5, 0.25, 0.25]


def test_B14_a_right_call_breaks_the_row_of_void_hands():
    match = table(COMPLETE)
    match.state.void_hands = 2
    assert play(match, "call").state.void_hands == 0


def test_B14_a_wrong_call_does_not_keep_a_hand_from_being_void():
    match = used_up(NOTHING, OTHER)
    match.state.turn_overs = 4
    assert play(match, "call", "draw", "discard:b2").state.void_hands == 1


def test_B15_after_twelve_turns_with_the_top_discard_somebody_has_to_draw():
    match = table(NOTHING, OTHER, discards="b2 g6")
    for _ in range(12):
        play(match, "take", "discard:b2")
    assert moves(match) == ["draw", "call"]
    assert refusal(match, "take") == reasons.TAKE_LIMIT_REACHED
    play(match, "draw", moves(play(match.copy(), "draw"))[0])
    assert "take" in moves(match)


def test_B15_a_draw_starts_the_count_anew():
    match = table(NOTHING, OTHER, discards="b2 g6")
    play(match, *["take", "discard:b2"] * 5, "draw", "discard:y", *["take", "discard:y"] * 11)
    assert "take" in moves(match)


@pytest.mark.parametrize("seats", [2, 6])
def test_B15_bounds_the_length_of_a_match(seats):
    draws = (71 - 6 * seats) + 4 * (72 - 6 * seats)
    a_hand = draws * 13 * 3 + 4 * seats + 1
    hands = 3 * (9 * seats + 1)  # at least 50 points a call, and two void hands before each
    assert hands * a_hand <= GAME.max_steps


def test_no_card_is_lost_or_made():
    match = new_match(3, seed=5)
    whole = count_pieces(match)
    for step, _ in enumerate(play_randomly(match, Random(5))):
        assert count_pieces(match) == whole
        if step == 1500:
            break


def test_nobody_deals_while_a_hand_runs_and_nothing_else_is_done_between_hands():
    assert refusal(table(NOTHING), "deal") == reasons.HAND_RUNS
    assert refusal(play(table(COMPLETE), "call"), "draw") == reasons.DEAL_FIRST
