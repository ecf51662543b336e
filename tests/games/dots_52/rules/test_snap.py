"""Snapping: rulings D7-D10."""

from __future__ import annotations

from random import Random

import pytest

from dottable.bots.seat_access import SeatAccess
from dottable.core.primitives import fast_rng
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.refusals import BEFORE_DEADLINE, NOT_YOUR_TURN
from dottable.core.primitives.seats import CLOCK
from dottable.games.dots_52.rules.refusal_codes import (
    CLOCK_ONLY,
    COURT_ON_PILE,
    NO_CARD_THERE,
    NO_CARDS_LEFT,
    NOTHING_TO_SNAP,
    OTHERS_MAY_SNAP,
    ROUND_IS_OVER,
    SNAP_MADE,
    SNAP_OR_PASS,
    SNAP_PASSED,
    SNAP_TAKEN,
    SNAP_TIME_UP,
    SNAP_TRIED,
)
from dottable.games.dots_52.view import notation
from tests.games.dots_52.positions import choose_move, known, moves, new_match, pile, play, refusal, table, tableau

EVERYONE = (0, 1, 2, -1)


def revealed(card, *tableaux, **rest):
    """Return a match in which seat 0 has discarded this card from the stock."""
    rest.setdefault("pile", "5d")
    return play(table(*tableaux, drawn=card, **rest), "p1 discard")


def late(*tableaux, **rest):
    """Return a match in which seat 0 has revealed a 7 and snapped it with its first card."""
    return play(revealed("7c", *tableaux, **rest), "p1 snap:1")


def test_D7_a_card_of_the_same_rank_goes_on_the_pile():
    match = play(revealed("7c", "2h", "3h 7h"), "p2 snap:2")
    assert pile(match) == "5d 7c 7h"
    assert tableau(match, 1) == "3h --"


def test_D7_the_turns_player_may_snap_too():
    match = play(revealed("7c", "7s", "7h"), "p1 snap:1")
    assert pile(match) == "5d 7c 7s"


@pytest.mark.parametrize("move", ["put:1", "take:1"])
def test_D7_a_card_out_of_a_tableau_can_be_snapped(move):
    match = table("7c", "7h", pile="5d", drawn="4c" if move == "put:1" else "")
    assert pile(play(match, f"p1 {move}", "p2 snap:1")).endswith("7c 7h")


@pytest.mark.parametrize("card", ["Js", "Qs", "Ks"])
def test_D7_nobody_snaps_a_court_card(card):
    match = play(table(card, f"{card[0]}h", drawn="2c", pile="5d"), "p1 put:1")
    assert moves(match, 1) == []
    assert refusal(match, "p1 snap:1") == COURT_ON_PILE


def test_D7_a_ten_is_no_court_card():
    assert pile(play(revealed("10c", "2h", "10h"), "p2 snap:1")) == "5d 10c 10h"


def test_D7_one_card_for_each_revealed_card():
    match = play(revealed("7c", "2h", "7h 7d"), "p2 snap:1")
    assert match.view(0).phase == "call"
    assert moves(match, 1) == []


def test_D7_nobody_snaps_before_a_card_is_revealed():
    match = table("7s", "7h")
    assert refusal(match, "p1 snap:1") == NOTHING_TO_SNAP


def test_D7_without_cards_there_is_nothing_to_snap_with():
    assert revealed("7c", "7s", "").to_act == (0, CLOCK)
    assert revealed("7c", "", "--").view(0).phase == "call"


def test_D8_a_wrong_snap_costs_a_card():
    match = play(revealed("7c", "2h", "3h 8h", stock="Kc Kc"), "p2 snap:2")
    assert tableau(match, 1) == "3h 8h Kc"
    assert pile(match) == "5d 7c"


def test_D8_all_see_the_wrong_card_but_nobody_the_penalty_card():
    match = play(revealed("7c", "2h", "3h 8h", "4s", stock="Kc Kc"), "p2 snap:2")
    assert [known(match, viewer) for viewer in EVERYONE] == [["p2:2=8h"]] * 4


def test_D8_the_penalty_card_goes_to_the_first_empty_place():
    match = play(revealed("7c", "2h", "3h -- 8h --", stock="Kc Kc"), "p2 snap:1")
    assert tableau(match, 1) == "3h Kc 8h --"


def test_D8_one_attempt_for_each_player():
    match = play(revealed("7c", "2h", "3h 7h", "4s"), "p2 snap:1")
    assert moves(match, 1) == []
    assert match.to_act == (0, 2, CLOCK)
    assert refusal(match, "p2 snap:2") == SNAP_TRIED


def test_D8_a_wrong_snap_leaves_the_window_open_for_the_others():
    match = play(revealed("7c", "2h", "3h", "7s"), "p2 snap:1", "p3 snap:1")
    assert pile(match).endswith("7c 7s")


def test_D8_a_right_card_that_comes_too_late_goes_back_without_penalty():
    match = late("7s 2h", "7h 3h", "7d")
    assert moves(match, 1) == ["snap:1", "snap:2"]
    assert match.to_act == (0,)
    play(match, "p2 snap:1")
    assert tableau(match, 1) == "7h 3h"
    assert [known(match, viewer) for viewer in EVERYONE] == [["p2:1=7h"]] * 4


def test_D8_a_wrong_card_that_comes_too_late_costs_a_card():
    match = play(late("7s 2h", "7h 3h", "7d", stock="Kc Kc"), "p2 snap:2")
    assert tableau(match, 1) == "7h 3h Kc"
    assert known(match, 0) == ["p2:2=3h"]


def test_D8_too_late_is_possible_only_once():
    match = play(late("7s 2h", "7h 7d"), "p2 snap:1")
    assert moves(match, 1) == []


def test_D8_the_next_action_of_the_turn_ends_it():
    match = late("7s 2h", "7h 3h")
    assert moves(match, 1) == ["snap:1", "snap:2"]
    play(match, "p1 end")
    assert moves(match, 1) == ["draw", "take:1", "take:2"]


def test_D8_after_a_call_too_late_lasts_into_the_next_turn():
    match = late("7s 2h", "7h 3h", "7d 4d", caller=2)
    assert match.to_act == (1,)
    assert moves(match, 1) == ["draw", "take:1", "take:2", "snap:1", "snap:2"]
    assert moves(match, 2) == ["snap:1", "snap:2"]
    play(match, "p2 draw")
    assert moves(match, 2) == []


def test_D8_the_turns_player_may_be_late_too():
    match = play(revealed("7c", "7s 2h", "7h"), "p2 snap:1")
    assert moves(match, 0) == ["snap:1", "snap:2", "call", "end"]
    play(match, "p1 snap:1")
    assert moves(match, 0) == ["call", "end"]
    assert tableau(match, 0) == "7s 2h"


def test_D8_a_player_who_has_passed_is_not_late():
    match = play(revealed("7c", "7s", "7h", "7d"), "p2 pass", "p1 snap:1")
    assert moves(match, 1) == []
    assert moves(match, 2) == ["snap:1"]
    assert refusal(match, "p2 snap:1") == SNAP_PASSED


def test_D8_nobody_is_late_when_nobody_has_snapped():
    match = play(revealed("7c", "7s", "7h"), "clock time-up")
    assert moves(match, 1) == []
    assert [refusal(match, f"p{player} snap:1") for player in (1, 2)] == [SNAP_TIME_UP] * 2


def offered_actions(match, seat):
    return [notation.write_action(action) for action in match.offered_actions(seat)]


def test_D8_nobody_offers_a_card_that_would_come_too_late():
    match = late("7s 2h", "7h 3h", "7d")
    assert [offered_actions(match, seat) for seat in range(3)] == [["call", "end"], [], []]
    assert SeatAccess(match, 1).legal() == []
    play(match, "p2 snap:1")
    assert offered_actions(play(match, "p1 end"), 1) == ["draw", "take:1", "take:2"]


def test_D8_in_time_every_card_is_offered():
    match = revealed("7c", "7s 2h", "7h 3h")
    assert offered_actions(match, 1) == moves(match, 1) == ["snap:1", "snap:2", "pass"]


def test_D8_random_play_never_shows_a_card_too_late():
    match, q = play(revealed("7c", "7s 2h 3d", "7h"), "p2 snap:1"), fast_rng.new_generator()
    fast_rng.set_seed(rule_array(q), 1, 2)
    assert "snap:1" in moves(match, 0)
    chosen = {notation.write_action(match.random_move(q)[1]) for _ in range(100)}
    assert chosen == {"call", "end"}


def test_D8_a_refused_snap_has_its_true_reason():
    court = play(table("Ks 7s", "Kh 7h", drawn="2c", pile="5d"), "p1 put:1")
    assert [refusal(court, f"p{player} snap:1") for player in (1, 2)] == [COURT_ON_PILE] * 2
    passed = play(revealed("7c", "7s", "7h", "7d"), "p2 pass")
    assert [refusal(passed, f"p2 {move}") for move in ("snap:1", "pass")] == [SNAP_PASSED] * 2
    taken = play(late("7s 2h", "7h 3h", "7d"), "p1 end")
    assert [refusal(taken, f"p{player} snap:1") for player in (1, 2, 3)] == [SNAP_MADE, SNAP_TAKEN, SNAP_TAKEN]
    empty = play(revealed("7c", "7s", "", "7d"), "clock time-up")
    assert refusal(empty, "p2 snap:1") == NO_CARDS_LEFT
    over = play(table("2s", "8s", "9s", drawn="9c", caller=1), "p1 put:1", "clock time-up")
    assert [refusal(over, f"p{player} snap:1") for player in (1, 2, 3)] == [ROUND_IS_OVER] * 3


def test_D8_no_sentence_for_a_snap_says_that_it_is_not_your_turn():
    match, random, refused = new_match(3, seed=2), Random(2), set()
    snaps = [notation.read_action(text) for text in ("snap:1", "snap:4", "snap:9", "pass")]
    for _ in range(600):
        if match.is_over:
            break
        match.apply(*choose_move(match, random, call=0.02))
        codes = {match.refusal(seat, action) for seat in range(3) for action in snaps if not match.is_over}
        refused |= {refusal.code for refusal in codes if refusal}
    assert NOT_YOUR_TURN not in refused
    assert {SNAP_TRIED, SNAP_PASSED, SNAP_TAKEN, SNAP_TIME_UP, COURT_ON_PILE, NOTHING_TO_SNAP} <= refused


def test_D9_the_player_at_turn_waits_for_the_others():
    match = play(revealed("7c", "7s", "7h", "7d"), "p1 pass")
    assert refusal(match, "p1 end") == OTHERS_MAY_SNAP
    assert refusal(match, "p3 draw") == SNAP_OR_PASS
    assert refusal(play(match, "p2 pass"), "p2 draw") == NOT_YOUR_TURN


def test_D8_the_reasons_tell_a_second_try_from_one_too_late():
    match = play(revealed("7c", "2s", "7h"), "p1 snap:1", "p2 pass")
    assert refusal(match, "p1 snap:1") == SNAP_TRIED
    assert refusal(late("7s", "7h"), "p2 snap:3") == NO_CARD_THERE


def test_D9_the_window_closes_when_all_have_passed():
    match = play(revealed("7c", "7s", "7h"), "p2 pass")
    assert match.to_act == (0, CLOCK)
    play(match, "p1 pass")
    assert match.view(0).phase == "call"


def test_D9_in_the_window_one_can_only_snap_or_pass():
    match = revealed("7c", "7s --", "7h")
    assert moves(match, 0) == ["snap:1", "pass"]
    assert refusal(match, "p1 end") == SNAP_OR_PASS
    assert refusal(match, "p1 snap:2") == NO_CARD_THERE


@pytest.mark.parametrize("seconds", [1, 3, 10])
def test_D9_the_time_to_snap_runs_from_the_reveal(seconds):
    match = table("7s", "7h", pile="5d", stock="7c", snap_seconds=seconds)
    assert match.deadline_ms is None
    assert match.apply(0, match.legal(0)[0], 40) is None
    assert match.apply(0, match.legal(0)[-1], 5000) is None
    assert match.deadline_ms == 5000 + 1000 * seconds
    assert match.view(1).snap.deadline_ms == match.deadline_ms


def test_D9_the_clock_closes_the_window_but_not_too_early():
    match = revealed("7c", "7s", "7h")
    time_up = match.legal(CLOCK)[0]
    assert match.refusal(CLOCK, time_up, 2999).code == BEFORE_DEADLINE
    assert refusal(match, "p1 time-up") == CLOCK_ONLY
    assert match.apply_clock_move() is None
    assert match.now_ms == 3000
    assert match.view(0).phase == "call"
    assert match.deadline_ms is None


def test_D10_the_snapped_card_is_the_top_and_may_be_taken():
    match = play(revealed("7c", "7s 2h", "3h"), "p1 snap:1", "p1 end", "p2 take:1")
    assert tableau(match, 1) == "7s"
    assert pile(match) == "5d 7c 3h"


def test_D10_a_snapped_card_cannot_be_snapped():
    match = play(revealed("7c", "7s", "7h", "7d"), "p1 snap:1", "p2 snap:1", "p3 snap:1")
    assert pile(match) == "5d 7c 7s"


def test_D15_a_penalty_card_may_come_from_a_rebuilt_stock():
    match = play(revealed("7c", "2h", "3h", pile="5d", stock=""), "p2 snap:1")
    assert tableau(match, 1) == "3h 5d"
    assert pile(match) == "7c"


def test_D15_with_no_card_left_the_penalty_is_skipped():
    match = play(revealed("7c", "2h", "3h", pile="", stock=""), "p2 snap:1")
    assert tableau(match, 1) == "3h"
