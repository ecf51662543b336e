"""What is counted of the sets of a winning hand, by the ruling it belongs to."""

from __future__ import annotations

import pytest

from dottable.games.dots_72.lab.statistics import POSSIBLE_HAND_POINTS
from tests.games.dots_72.counting import called
from tests.games.dots_72.positions import COMPLETE


@pytest.mark.parametrize(
    ("cards", "pairs"),
    [
        ("r r2 d6 b b8 d3", {"red 2": 1, "blue 8": 1}),
        ("g g6 d14 y y4 d11", {"green 6": 1, "yellow 4": 1}),
        ("r r8 d3 r r8 d19", {"red 8": 2}),
        ("ws r8 d3 b b6 d5", {"red 8": 1, "blue 6": 1}),
    ],
)
def test_B8_sets_are_counted_by_colour_and_number(cards, pairs):
    found = called(cards)
    assert found.pairs() == pairs
    assert found.all("sets", "all_wild", "twos") == (2, 0, pairs.get("red 2", 0))


def test_B8_the_dots_cards_of_a_winning_hand_are_counted():
    found = called("r r2 d6 b b8 d3")
    assert [k + 1 for k, n in enumerate(found["dots_cards"]) if n] == [3, 6]
    assert found.cards("called with") == {"Swatch": 2, "2": 1, "8": 1, "DOTS": 2}


def test_B8_wilds_of_a_winning_hand_are_counted():
    found = called("ws r8 wd b wn d5")
    assert found.all("wild_wins", "wilds") == (1, 3)
    assert [k + 1 for k, n in enumerate(found["dots_cards"]) if n] == [5]
    assert called(COMPLETE).all("wild_wins", "wilds") == (0, 0)


def test_B11_a_set_of_all_wilds_has_no_number():
    found = called("ws wn wd b b6 d5")
    assert found.all("sets", "all_wild", "twos", "points") == (2, 1, 0, 300)
    assert found.pairs() == {"blue 6": 1}


def test_B11_a_doubled_hand_is_counted():
    assert called("r r2 d6 r r6 d5").all("doubled", "points") == (1, 300)
    assert called("ws r2 d6 r r6 d5").all("doubled", "points") == (0, 150)


@pytest.mark.parametrize(
    ("cards", "points"),
    [(COMPLETE, 50), ("r r2 d6 b b8 d3", 125), ("r r8 d3 r r6 d5", 150), ("ws wn wd b b8 d3", 275)],
)
def test_B11_the_points_of_a_hand_are_counted_by_their_size(cards, points):
    found = called(cards)
    assert found["points"] == points
    assert [size for size, n in zip(POSSIBLE_HAND_POINTS, found["hand_points"], strict=True) if n] == [points]


@pytest.mark.parametrize(
    ("cards", "pair"),
    [
        ("r wn d6 b b8 d3", "red 2"),
        ("ws wn d6 b b8 d3", "red 2"),  # not eight yellow dots
        ("r wn wd b b8 d3", "red 2"),
        ("ws wn d11 b b8 d3", "yellow 4"),  # as good as the red 6 and the green 4
    ],
)
def test_B12_a_wild_counts_as_what_it_stands_for(cards, pair):
    assert called(cards).pairs() == {pair: 1, "blue 8": 1}
