"""The turn: rulings D4, D6, D15, D16."""

from __future__ import annotations

from dottable.core.primitives.refusals import NOT_YOUR_TURN
from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dots_52.rules.refusal_codes import (
    ALREADY_DRAWN,
    CALL_AFTER_TURN,
    CALL_OR_END,
    DRAW_FIRST,
    NO_CARD_THERE,
    NOTHING_TO_DRAW,
    ROUND_NOT_OVER,
)
from dottable.games.dots_52.state import CALLING
from tests.games.dots_52.positions import known, moves, pile, play, refusal, table, tableau

VIEWERS = (0, 1, SPECTATOR)


def test_D4_a_turn_begins_with_a_draw_or_by_taking_the_top_of_the_pile():
    match = table("7s 2h -- 3h", "9h", pile="5d 6d")
    assert moves(match) == ["draw", "take:1", "take:2", "take:4"]
    assert moves(match, 1) == []


def test_D4_only_the_player_sees_the_drawn_card():
    match = play(table("7s", "9h", stock="8c 8c"), "p1 draw")
    assert [match.view(viewer).drawn for viewer in VIEWERS] == ["8♣", None, None]
    assert all(match.view(viewer).has_drawn for viewer in VIEWERS)


def test_D4_1_the_drawn_card_goes_unseen_into_a_place_and_the_old_one_on_the_pile():
    match = play(table("7s 2h", "9h", drawn="8c", pile="5d"), "p1 put:2")
    assert tableau(match, 0) == "7s 8c"
    assert pile(match) == "5d 2h"
    assert [known(match, viewer) for viewer in VIEWERS] == [["p1:2=8c"], [], []]


def test_D4_2_the_top_of_the_pile_goes_into_a_place_and_everybody_knows_it():
    match = play(table("7s 2h", "9h", pile="4d 5d"), "p1 take:1")
    assert tableau(match, 0) == "5d 2h"
    assert pile(match) == "4d 7s"
    assert [known(match, viewer) for viewer in VIEWERS] == [["p1:1=5d"]] * 3


def test_D4_3_the_drawn_card_may_go_on_the_pile_instead():
    match = play(table("7s 2h", "9h", drawn="8c", pile="5d"), "p1 discard")
    assert tableau(match, 0) == "7s 2h"
    assert pile(match) == "5d 8c"


def test_D4_draw_first_then_decide():
    match = table("7s 2h", "9h", pile="5d")
    assert refusal(match, "p1 put:1") == refusal(match, "p1 discard") == DRAW_FIRST
    play(match, "p1 draw")
    assert moves(match) == ["put:1", "put:2", "discard"]
    assert refusal(match, "p1 draw") == refusal(match, "p1 take:1") == ALREADY_DRAWN


def test_D4_refusals_name_their_reason():
    match = table("7s --", "9h", pile="5d")
    assert refusal(match, "p2 draw") == NOT_YOUR_TURN
    assert refusal(match, "p1 take:2") == refusal(match, "p1 take:9") == NO_CARD_THERE
    assert refusal(match, "p1 call") == refusal(match, "p1 end") == CALL_AFTER_TURN
    assert refusal(match, "p1 deal") == ROUND_NOT_OVER
    assert refusal(table("7s", "9h", phase=CALLING), "p1 draw") == CALL_OR_END
    assert refusal(table("7s --", "9h", drawn="8c"), "p1 put:2") == NO_CARD_THERE


def test_D4_looking_at_a_card_one_knew_already_changes_nothing_for_others():
    match = play(table("7s 2h", "9h", drawn="8c", pile="5d"), "p1 put:1", "clock time-up", "p1 end")
    assert known(match, 0) == ["p1:1=8c"]
    play(match, "p2 take:1", "clock time-up", "p2 end", "p1 take:1")
    assert known(match, 0) == known(match, 1) == ["p1:1=9h", "p2:1=7s"]


def test_D6_without_cards_one_can_only_draw_and_discard():
    match = table("", "9h", pile="5d", stock="8c 8c")
    assert moves(match) == ["draw"]
    play(match, "p1 draw")
    assert moves(match) == ["discard"]


def test_D6_emptied_places_are_no_cards_either():
    assert moves(table("-- --", "9h", pile="5d")) == ["draw"]


def test_D15_an_empty_stock_is_rebuilt_from_the_pile_but_its_top():
    match = play(table("7s", "9h", pile="4d 4d 4d 5d", stock=""), "p1 draw")
    view = match.view(0)
    assert (view.drawn, view.pile, view.stock_left) == ("4♦", ("5♦",), 2)


def test_D15_the_stock_is_rebuilt_only_when_a_card_is_needed():
    match = play(table("7s", "9h", pile="3d 4d 5d", stock="Kc"), "p1 draw", "p1 discard", "p1 decline")
    assert match.view(0).stock_left == 0
    assert pile(match) == "3d 4d 5d Kc"


def test_D15_with_nothing_to_rebuild_from_one_can_only_take():
    match = table("7s", "9h", pile="5d", stock="")
    assert moves(match) == ["take:1"]
    assert refusal(match, "p1 draw") == NOTHING_TO_DRAW


def test_D15_a_player_who_cannot_move_is_skipped_without_a_call():
    match = table("7s", "", "9h", pile="5d", stock="", phase=CALLING)
    play(match, "p1 end")
    assert match.to_act == (2,)
    assert match.view(0).phase == "turn"
    assert int(match.state.turns) == 2


def test_D15_a_late_penalty_that_takes_the_last_card_passes_the_turn():
    match = table("7s", "", "9h", "8s", drawn="7c", pile="2s", stock="", caller=3)
    play(match, "p1 discard", "p1 snap:1")
    assert match.to_act == (1,)
    play(match, "p3 snap:1", "p4 snap:1")
    assert pile(match) == "7s"
    assert match.to_act == (2,)


def test_D15_skipping_can_end_the_round():
    match = table("", "", "9h", pile="5d", stock="", caller=0, turn=2)
    play(match, "p3 take:1", "clock time-up")
    assert match.view(0).phase == "round over"


def at_turn(number, **rest):
    match = table("7s", "9h", phase=CALLING, turn=1, pile="5d", **rest)
    match.state.turns = number - 1
    return match


def test_D16_after_20_turns_each_without_a_call_all_players_score_their_own_total():
    match = play(at_turn(40), "p2 end")
    result = match.view(0).result
    assert result.outcome == "no call"
    assert result.points == result.totals == (7, 9)
    assert match.scores() == [7, 9]


def test_D16_the_last_player_may_still_call():
    match = play(at_turn(40), "p2 call")
    assert match.to_act == (0,)
    play(match, "p1 take:1", "clock time-up")
    assert match.view(0).result.points == (0, 50)


def test_D16_one_turn_earlier_the_round_goes_on():
    assert play(at_turn(39), "p2 end").view(0).phase == "turn"
