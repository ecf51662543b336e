"""Counts of snaps, by ruling."""

from __future__ import annotations

import pytest

from tests.games.dots_52.lab.counting import counted, on_rank
from tests.games.dots_52.positions import table


def test_D7_a_right_snap_is_counted_with_its_rank():
    found = counted(table("2h", "3h 7h", drawn="7c", pile="5d"), "p1 discard, p2 snap:2")
    assert found["revealed"] == found["snapped"] == on_rank("7")
    assert (found["windows"], found["chances"], found["attempts"], found["right"]) == (1, 1, 1, 1)
    assert "wrong" not in found
    assert "late" not in found


def test_D7_a_chance_is_missed_when_nobody_snaps():
    found = counted(table("2h", "3h 7h", drawn="7c", pile="5d"), "p1 discard, clock time-up")
    assert (found["windows"], found["chances"]) == (1, 1)
    assert "attempts" not in found
    assert "snapped" not in found


@pytest.mark.parametrize("card", ["10c", "Ac"])
def test_D7_without_the_rank_in_a_tableau_there_is_no_chance(card):
    found = counted(table("2h -- 9d", "3h 7h", drawn=card, pile="5d"), "p1 discard")
    assert found["revealed"] == on_rank(card[:-1])
    assert "chances" not in found


def test_D7_two_cards_of_the_rank_are_one_chance():
    assert counted(table("7h", "7s 7d", drawn="7c", pile="5d"), "p1 discard")["chances"] == 1


def test_D7_without_cards_there_is_no_window():
    assert "windows" not in counted(table("", "--", drawn="7c", pile="5d"), "p1 discard")


def test_D7_a_card_of_the_player_who_revealed_it_is_a_chance_too():
    found = counted(table("7h 7s", "3d", drawn="4c", pile="5d"), "p1 put:1, p1 snap:2")
    assert (found["chances"], found["right"]) == (1, 1)


def test_D8_a_wrong_snap_costs_a_card():
    found = counted(table("2h", "3h 8h", drawn="7c", pile="5d"), "p1 discard, p2 snap:2")
    assert (found["attempts"], found["wrong"], found["penalties"]) == (1, 1, 1)
    assert "right" not in found


def test_D8_a_right_card_that_comes_too_late_is_neither_right_nor_wrong():
    match = table("7s 2h", "7h 3h", drawn="7c", pile="5d")
    found = counted(match, "p1 discard, p1 snap:1, p2 snap:1")
    assert (found["attempts"], found["right"], found["late"]) == (2, 1, 1)
    assert found["snapped"] == on_rank("7")
    assert "wrong" not in found
    assert "penalties" not in found


def test_D8_a_wrong_card_that_comes_too_late_is_wrong():
    match = table("7s 2h", "7h 3h", drawn="7c", pile="5d")
    found = counted(match, "p1 discard, p1 snap:1, p2 snap:2")
    assert (found["attempts"], found["right"], found["wrong"], found["penalties"]) == (2, 1, 1, 1)
    assert "late" not in found


def test_D15_a_penalty_that_is_skipped_is_not_counted():
    found = counted(table("2h", "3h", drawn="7c", stock=""), "p1 discard, p2 snap:1")
    assert found["wrong"] == 1
    assert "penalties" not in found
