"""Calling and scoring: rulings D11-D14 and D18."""

from __future__ import annotations

import pytest

from dottable.games.dots_52.rules.refusal_codes import ALREADY_CALLED, DEAL_FIRST
from dottable.games.dots_52.state import CALLING
from tests.games.dots_52.positions import moves, play, play_all, refusal, table, tableau

PASSES = "p2 discard, clock time-up"


def called(*tableaux, **rest):
    """Return a match in which seat 0 has called."""
    return play(table(*tableaux, phase=CALLING, **rest), "p1 call")


def result(*tableaux, last="2c", **rest):
    """Return the result when seat 0 calls and seat 1 only discards a drawn card."""
    match = called(*tableaux, stock=last, pile="6d", **rest)
    return play_all(match, f"p2 draw, {PASSES}").view(0).result


def test_D11_the_question_of_the_call_follows_window_and_power():
    match = play(table("7s", "9h", drawn="4c", pile="5d"), "p1 discard")
    assert match.view(0).phase == "snap"
    play(match, "clock time-up")
    assert moves(match) == ["call", "end"]
    match = play(table("7s", "9h", drawn="Ks", pile="5d"), "p1 discard", "p1 look:1,1")
    assert moves(match) == ["call", "end"]


def test_D11_a_call_is_always_accepted():
    assert called("Ks Kh Kd Kc", "9h").view(0).caller == 0


@pytest.mark.parametrize(("cards", "outcome"), [("5s 4s", "call won"), ("6s 4s", "call lost"), ("9s 10s", "call won")])
def test_D11_a_call_with_10_or_more_fails_whatever_the_others_hold(cards, outcome):
    found = result(cards, "Kh Kd")
    assert found.outcome == outcome
    assert found.points == ((0, 26) if outcome == "call won" else (50, 0))


def test_D11_the_total_at_the_call_counts_not_the_one_at_the_reveal():
    match = called("6s 4s", "Kh Kd", stock="6c", pile="9d")
    play_all(match, "p2 draw, p2 discard, p1 snap:1")
    assert match.view(0).result.totals == (4, 26)
    assert match.view(0).result.points == (50, 0)


def test_D11_a_good_call_may_become_worse_without_failing():
    match = called("2s 4s", "Kh Kd", stock="5c 5c", pile="9d")
    play_all(match, "p2 draw, p2 discard, p1 snap:1, p2 pass")
    assert match.view(0).result.totals == (11, 26)
    assert match.view(0).result.points == (0, 26)


def test_D11_swapped_cards_are_still_counted_as_the_callers_at_the_call():
    match = called("6s 4s", "As Kd", "Kc", stock="Jc Jc", pile="9d")
    play_all(match, "p2 draw, p2 discard, p2 swap:1, p2 target:1,1")
    assert tableau(match, 0) == "As 4s"
    play_all(match, "p3 draw, p3 discard, p3 decline")
    found = match.view(0).result
    assert found.totals == (5, 19, 13)
    assert found.outcome == "call lost"


def test_D11_a_swapped_card_that_came_to_the_pile_is_still_counted():
    match = called("6s 4s", "As Kd", "6c", stock="Jc", pile="9d")
    play_all(match, "p2 draw, p2 discard, p2 swap:2, p2 target:1,1")
    assert tableau(match, 1) == "As 6s"
    play_all(match, "p3 take:1, p2 snap:2")
    assert match.view(0).result.totals == (17, 1, 11)
    assert match.view(0).result.outcome == "call lost"


def test_D12_every_other_player_gets_one_more_turn():
    match = called("2s", "9h", "8h", pile="5d")
    play(match, "p2 take:1", "clock time-up")
    assert match.to_act == (2,)
    play(match, "p3 take:1", "clock time-up")
    assert match.view(0).phase == "round over"


def test_D12_nobody_may_call_again():
    match = play(called("2s", "9h", "8h", pile="5d"), "p2 take:1")
    assert refusal(match, "p2 call") is not None
    play(match, "clock time-up")
    assert refusal(match, "p3 call") == ALREADY_CALLED


def test_D12_snaps_stay_possible_for_all_the_caller_included():
    match = play(called("2s 9s", "9h", "8h", pile="5d"), "p2 take:1")
    assert moves(match, 0) == ["snap:1", "snap:2", "pass"]
    play(match, "p1 snap:2")
    assert tableau(match, 0) == "2s --"


def test_D12_then_all_reveal():
    match = called("2s", "9h 3c", pile="5d")
    play(match, "p2 take:1", "clock time-up")
    for viewer in (0, 1, -1):
        assert [[place.card for place in places] for places in match.view(viewer).tableaux] == [["2♠"], ["5♦", "3♣"]]
    assert refusal(match, f"p{match.to_act[0] + 1} draw") == DEAL_FIRST


def test_D13_the_caller_scores_nothing_if_every_other_total_is_higher():
    found = result("2s 3s", "6h")
    assert (found.totals, found.points, found.outcome) == ((5, 6), (0, 6), "call won")


@pytest.mark.parametrize("other", ["5h", "4h", "10h", ""])
def test_D13_an_equal_or_lower_total_costs_the_caller_50_and_the_others_nothing(other):
    found = result("2s 3s", other)
    assert (found.points, found.outcome) == ((50, 0), "call lost")


def test_D13_one_of_several_others_is_enough():
    match = called("2s 3s", "9h", "4d", stock="Kc Kc Kc", pile="6d")
    play_all(match, "p2 draw, p2 discard, p2 decline, p3 draw, p3 discard, p3 decline")
    assert match.view(0).result.points == (50, 0, 0)


def at_the_end(scores, *tableaux, **rest):
    """Return the last turn after seat 0 has called, with these scores."""
    match = called(*tableaux, pile="Kc", stock="2c", **rest)
    for seat, points in enumerate(scores):
        match.state.scores[seat] = points
    return play_all(match, f"p2 draw, {PASSES}")


def test_D14_the_match_ends_when_somebody_reaches_100():
    match = at_the_end([20, 90], "2s", "10h Jh")
    assert match.scores() == [20, 101]
    assert match.is_over
    assert match.view(0).winners == (0,)


def test_D14_exactly_100_is_enough_and_99_is_not():
    assert at_the_end([20, 90], "2s", "10h 10d 10s Ad 9d").is_over
    assert not at_the_end([20, 89], "2s", "10h Ad 9d").is_over


def test_D14_the_lowest_total_wins():
    match = at_the_end([60, 30], "3s", "2h")
    assert match.scores() == [110, 30]
    assert match.returns() == [-1, 1]


def test_D14_ties_share_the_win():
    match = called("Ks", "Kh", "Kd", stock="9c 9c 9c", pile="Kc")
    for seat, points in enumerate([99, 30, 30]):
        match.state.scores[seat] = points
    play_all(match, "p2 draw, p2 discard, clock time-up, p3 draw, p3 discard, clock time-up")
    assert match.scores() == [149, 30, 30]
    assert match.view(0).winners == (1, 2)
    assert match.returns() == [-0.5, 0.25, 0.25]


def test_D14_the_next_round_keeps_the_points():
    match = at_the_end([20, 30], "2s", "10h Jh")
    play(match, f"p{match.to_act[0] + 1} deal")
    assert match.scores() == [20, 41]
    assert match.view(0).caller is None


@pytest.mark.parametrize(("number", "is_over"), [(199, False), (200, True)])
def test_D18_the_200th_round_is_the_last(number, is_over):
    match = called("2s", "10h Jh", pile="Kc", stock="2c")
    match.state.round_number = number
    play_all(match, f"p2 draw, {PASSES}")
    assert match.is_over == is_over
    assert match.scores() == [0, 11]
