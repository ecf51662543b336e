"""Counts of court cards and their powers, by ruling."""

from __future__ import annotations

import pytest

from tests.games.dots_52.lab.counting import counted
from tests.games.dots_52.positions import table


@pytest.mark.parametrize(
    ("card", "use", "powers"),
    [("Js", "swap:1, p1 target:2,1", [1, 0, 0]), ("Qs", "look:2,1", [0, 1, 0]), ("Ks", "look:1,1", [0, 0, 1])],
)
def test_D5_a_power_is_counted_with_its_court_card(card, use, powers):
    found = counted(table("7s", "9h", drawn=card, pile="5d"), f"p1 discard, p1 {use}")
    assert found["courts"] == found["powers"] == powers
    assert found["court_cards"] == 1
    assert found.get("swaps", 0) == powers[0]
    assert "declined" not in found
    assert "lapsed" not in found


@pytest.mark.parametrize("moves", ["p1 decline", "p1 swap:1, p1 decline"])
def test_D5_a_declined_power_is_not_used(moves):
    found = counted(table("7s", "9h", drawn="Js", pile="5d"), f"p1 discard, {moves}")
    assert (found["courts"], found["declined"]) == ([1, 0, 0], 1)
    assert "powers" not in found
    assert "swaps" not in found


@pytest.mark.parametrize(("card", "own", "other"), [("Js", "7s", ""), ("Qs", "7s", "--"), ("Ks", "", "9h")])
def test_D5_a_power_without_a_target_lapses(card, own, other):
    found = counted(table(own, other, drawn=card, pile="5d"), "p1 discard")
    assert (found["court_cards"], found["lapsed"]) == (1, 1)


@pytest.mark.parametrize("drawn", ["Js", "2c"])
def test_D5_a_court_card_is_not_counted_when_it_is_put_or_comes_out_of_a_tableau(drawn):
    found = counted(table("Kh", "9h", drawn=drawn, pile="5d"), "p1 put:1")
    assert "court_cards" not in found
    assert "windows" not in found


@pytest.mark.parametrize(("other", "is_good"), [("9h", False), ("7h", False), ("6h", True), ("10h", True)])
def test_D5_a_good_swap_brings_a_card_of_fewer_points(other, is_good):
    found = counted(table("7s", other, drawn="Js", pile="5d"), "p1 discard, p1 swap:1, p1 target:2,1")
    assert found["swaps"] == 1
    assert found.get("good_swaps", 0) == is_good


@pytest.mark.parametrize(("target", "is_raid"), [("2,1", False), ("3,1", True)])
def test_D12_a_jack_that_takes_a_card_of_the_caller_is_a_raid(target, is_raid):
    match = table("7s", "9h", "10s", drawn="Js", pile="5d", caller=2)
    assert counted(match, f"p1 discard, p1 swap:1, p1 target:{target}").get("raids", 0) == is_raid


def test_D12_without_a_call_there_is_no_raid():
    match = table("7s", "9h", drawn="Js", pile="5d")
    assert "raids" not in counted(match, "p1 discard, p1 swap:1, p1 target:2,1")
