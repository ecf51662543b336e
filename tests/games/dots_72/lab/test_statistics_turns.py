"""What is counted of turns and cards, by the ruling it belongs to."""

from __future__ import annotations

import pytest

from dottable.games.dots_72.lab import statistics
from tests.games.dots_72.counting import OTHER, counted
from tests.games.dots_72.positions import NOTHING, new_match, table


@pytest.mark.parametrize("seed", range(4))
def test_B5_the_opener_has_the_first_turn(seed):
    match = new_match(5, seed=seed)
    assert match.to_act == (statistics.opening_seat(match.state),)


def test_B6_a_draw_is_a_turn():
    found = counted(table(NOTHING, pile="b2 g6"), "draw", "discard:r8")
    assert found.all("turns", "draws", "takes", "offers", "draws_returned") == (1, 1, 0, 1, 0)
    assert found.cards("taken") == {}
    assert found.cards("discarded") == {"8": 1}


def test_B6_a_take_is_a_turn():
    found = counted(table(NOTHING, discards="b2 g6"), "take", "discard:r")
    assert found.all("turns", "draws", "takes", "offers", "takes_returned") == (1, 0, 1, 1, 0)
    assert found.cards("taken") == {"2": 1}
    assert found.cards("discarded") == {"Swatch": 1}


def test_B6_a_taken_card_that_goes_back_is_counted():
    found = counted(table(NOTHING, discards="b2 g6"), "take", "discard:b2")
    assert found.all("takes_returned", "draws_returned") == (1, 0)


@pytest.mark.parametrize("discard", ["discard:b2", "call:b2"])
def test_B6_a_drawn_card_that_is_discarded_at_once_is_counted(discard):
    found = counted(table(NOTHING, pile="b2 g6"), "draw", discard)
    assert found.all("takes_returned", "draws_returned") == (0, 1)


def test_B6_an_equal_card_counts_as_the_drawn_one():
    found = counted(table("r r r8 r8 r8 y6", pile="r8 g6"), "draw", "discard:r8")
    assert found["draws_returned"] == 1


def test_B6_the_card_of_the_turn_before_is_not_the_drawn_one():
    found = counted(table(NOTHING, OTHER, pile="b2 g6 g8"), "draw", "discard:r8", "draw", "discard:y")
    found.play("draw", "discard:b2")
    assert found["draws_returned"] == 0


def test_B6_without_discards_nothing_is_offered():
    found = counted(table(NOTHING, discards=""), "draw", "discard:r8")
    assert found.all("turns", "offers", "must_draw") == (1, 0, 0)


def test_B15_a_turn_that_has_to_draw_is_counted():
    found = counted(table(NOTHING, OTHER, discards="b2 g6"), *["take", "discard:b2"] * 12)
    assert found.all("takes", "offers", "must_draw") == (12, 12, 0)
    found.play("draw")
    assert found.all("turns", "offers", "must_draw") == (13, 12, 1)


@pytest.mark.parametrize(
    ("code", "sort"),
    [
        ("g", "Swatch"), ("r2", "2"), ("g4", "4"), ("y6", "6"), ("b8", "8"), ("d1", "DOTS"), ("d20", "DOTS"),
        ("d2", "matchless DOTS"), ("d9", "matchless DOTS"),
        ("ws", "Wild Swatch"), ("wn", "Wild Number"), ("wd", "Wild DOTS"),
    ],
)  # fmt: skip
def test_B1_every_card_is_of_a_sort(code, sort):
    found = counted(table(NOTHING, discards=code), "take", f"discard:{code}")
    assert found.cards("taken") == found.cards("discarded") == {sort: 1}
