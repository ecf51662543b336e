"""Counts of rounds and of the end of a match, by ruling."""

from __future__ import annotations

import pytest

from dottable.games.dots_52.state import CALLING
from tests.games.dots_52.lab.counting import after_call, counted, reasons
from tests.games.dots_52.positions import table


def test_D13_the_points_of_a_round_are_counted_in_steps_of_five():
    found = after_call("2s 3s", "Kh Kd")
    assert found["scored"] == [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert (found["tableaux"], found["totals"]) == (2, 31)
    assert after_call("6s 4s", "Kh")["scored"] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]


@pytest.mark.parametrize(("cards", "place"), [("5h", 1), ("6h", 2), ("Kh Kd Kc Jh", 10), ("Kh Kd Kc Qh", 11)])
def test_D13_a_step_ends_with_a_full_five(cards, place):
    assert after_call("10s", cards)["scored"] == [int(k in (0, place)) for k in range(12)]


def test_D6_a_tableau_without_a_card_at_the_reveal_is_counted():
    found = after_call("2s", "--")
    assert (found["tableaux"], found["empty"]) == (2, 1)
    assert "empty" not in after_call("2s", "3d")


def test_D12_a_round_is_counted_with_all_its_turns():
    match = table("7s", "9h", "8d", pile="5d", stock="Kc Kc Kc")
    found = counted(match, "p1 take:1, clock time-up, p1 call, p2 take:1, clock time-up")
    assert "rounds" not in found
    match = table("7s", "9h", "8d", pile="5d", stock="Kc Kc Kc")
    found = counted(match, "p1 take:1, clock time-up, p1 call, p2 take:1, clock time-up, p3 take:1, clock time-up")
    assert (found["rounds"], found["turns"], found["takes"]) == (1, 3, 3)
    assert "passed_over" not in found


def test_D15_a_player_who_can_do_nothing_is_passed_over():
    match = table("7s", "", "9h", pile="5d", stock="")
    found = counted(match, "p1 take:1, clock time-up, p1 call, p3 take:1, clock time-up")
    assert (found["turns"], found["takes"], found["passed_over"]) == (3, 2, 1)


def test_D15_new_stocks_are_counted():
    assert "rebuilds" not in after_call("2s", "Kh", stock="2c")
    match = table("2s", "Kh", phase=CALLING, pile="Qd 8d 6d", stock="")
    assert counted(match, "p1 call, p2 draw, p2 put:1")["rebuilds"] == 1


def test_D16_a_round_without_a_call_is_counted():
    match = table("7s", "9h", phase=CALLING, turn=1, pile="5d")
    match.state.turns = 119
    found = counted(match, "p2 end")
    assert (found["rounds"], found["no_call"], found["turns"]) == (1, 1, 120)
    assert "calls" not in found
    assert reasons(found) == {}


def ended(scores, *tableaux, round_number=1):
    """Return the counts of the last turn after seat 0 has called, with these scores."""
    match = table(*tableaux, phase=CALLING, stock="2c", pile="Kc")
    match.state.round_number = round_number
    for seat, points in enumerate(scores):
        match.state.scores[seat] = points
    return counted(match, "p1 call, p2 draw, p2 discard, clock time-up")


def test_D14_a_match_may_end_with_a_lost_call():
    assert ended([60, 30], "3s", "2h")["lost_at_last"] == 1
    assert "lost_at_last" not in ended([20, 30], "3s", "2h")
    assert "lost_at_last" not in ended([20, 90], "2s", "Kh")


@pytest.mark.parametrize(("scores", "number", "is_cut_off"), [([20, 30], 200, 1), ([20, 90], 200, 0), ([20, 90], 1, 0)])
def test_D18_a_match_is_cut_off_if_nobody_has_reached_100(scores, number, is_cut_off):
    assert ended(scores, "2s", "Kh", round_number=number).get("cut_off", 0) == is_cut_off
