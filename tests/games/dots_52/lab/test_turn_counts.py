"""Counts of turns, by ruling."""

from __future__ import annotations

import pytest

from dottable.games.dots_52.lab import statistics
from tests.games.dots_52.lab.counting import at_rank, counted
from tests.games.dots_52.positions import everybody_ready, new_match, table


@pytest.mark.parametrize("seed", range(4))
def test_D3_the_opener_has_the_first_turn(seed):
    match = new_match(3, seed=seed)
    opener = statistics.opening_seat(match.state)
    everybody_ready(match)
    assert match.to_act == (opener,)


def test_D4_1_a_put_is_an_exchange_for_the_drawn_card():
    found = counted(table("7s 2h", "9h", pile="5d", stock="8c 8c"), "p1 draw, p1 put:2")
    assert (found["puts"], found["exchanges"]) == (1, 1)
    assert "takes" not in found
    assert "discards" not in found
    assert found["offered"] == [at_rank("8"), at_rank("5")]
    assert found["chosen"] == [at_rank("8"), at_rank()]
    assert found["exchanged"] == [at_rank(), at_rank("2"), at_rank(), at_rank(), at_rank()]


def test_D4_2_a_take_is_an_exchange_for_the_card_on_the_pile():
    found = counted(table("7s 2h", "9h", pile="4d 5d"), "p1 take:1")
    assert (found["takes"], found["exchanges"]) == (1, 1)
    assert found["offered"] == found["chosen"] == [at_rank(), at_rank("5")]
    assert found["exchanged"][0] == at_rank("7")


def test_D4_3_a_discard_refuses_both_cards():
    found = counted(table("7s 2h", "9h", pile="5d", stock="8c 8c"), "p1 draw, p1 discard")
    assert found["discards"] == 1
    assert found["offered"] == [at_rank("8"), at_rank("5")]
    assert "chosen" not in found
    assert "exchanges" not in found


def test_D2_without_a_pile_only_the_drawn_card_is_to_be_had():
    found = counted(table("7s", "9h", stock="8c 8c"), "p1 draw, p1 put:1")
    assert found["offered"] == [at_rank("8"), at_rank()]


def test_D6_nothing_is_to_be_had_for_a_player_without_cards():
    found = counted(table("", "9h", pile="5d", stock="8c 8c"), "p1 draw, p1 discard")
    assert found["discards"] == 1
    assert "offered" not in found


@pytest.mark.parametrize("place", [5, 6])
def test_D8_places_of_penalty_cards_are_counted_together(place):
    found = counted(table("7s 2h -- 3h 4h Kd", "9h", pile="5d"), f"p1 take:{place}")
    assert found["exchanged"][4] == at_rank("4" if place == 5 else "K")
