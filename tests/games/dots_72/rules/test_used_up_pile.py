"""A used-up draw pile: passing cards (B10), and void hands (B14)."""

from __future__ import annotations

from dottable.core.primitives.refusals import NOT_YOUR_TURN
from dottable.games.dots_72.rules import refusal_codes as reasons
from dottable.games.dots_72.state import DISCARDING, HAND_OVER, OVER, PASSING, START
from tests.games.dots_72.positions import (
    COMPLETE,
    NOTHING,
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
    assert list(match.to_act) == [0, 1, 2]
    assert match.apply(2, match.legal(2)[0]) is None
    assert list(match.to_act) == [0, 1]
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


def test_B7_a_passed_card_may_complete_a_hand_before_the_draw():
    match = play(used_up("y y g g y2 d4", "r r8 d3 b b8 y6"), "draw", "discard:b2")
    play(match, "pass:d4", "pass:y6", "call")
    assert match.scores() == [0, 50]


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
