"""Counts of lines, points and blocks in small positions."""

from __future__ import annotations

import pytest

from dottable.games.dobble_connect.lab import statistics
from tests.games.dobble_connect.lab.counting import PINK_ROW, counted


@pytest.mark.parametrize(
    ("row", "end", "direction", "last"),
    [
        (PINK_ROW, "3e", 0, (4, 0)),
        ("p5@1,-1 p6@2,-2 p7@3,-3", "3ne", 1, (4, -4)),
        ("p5@0,1 p6@0,2 p7@0,3", "3se", 2, (0, 4)),
    ],
)
def test_E8_a_line_is_counted_with_its_colour_its_direction_and_its_last_card(row, end, direction, last):
    table = counted(row).lay(0, end)
    assert (table["rounds"], table["points"], table["lines"]) == (1, 1, 1)
    assert table["scored"] == [1, 0, 0, 0]
    assert table["directions"] == [k == direction for k in range(3)]
    assert table.places("last_cards") == {last: 1}
    assert (table["given"], table["two_ways"], table["long_lines"]) == (0, 0, 0)
    assert (table["blocks"], table["spoils"]) == (0, 0)  # a line that is completed is not blocked


def test_E8_a_line_that_ends_off_the_map_is_a_point_without_a_place():
    far = statistics.MAP_RADIUS
    row = " ".join(f"p{k}@{k},0" for k in range(far - 2, far + 1))
    table = counted(row, tops="p20 o1").lay(0, "3e")
    assert (table["points"], table["off_map"], table.places("last_cards")) == (1, 1, {})


def test_E8_a_point_completed_for_another_team_is_given():
    table = counted(PINK_ROW, tops="o1 p1", packs=("p2", "o2")).lay(1, "3e")
    assert table["scored"] == [1, 0, 0, 0]
    assert (table["given"], table["foreign"], table["points"], table["blocks"]) == (1, 1, 1, 0)


def test_E8_a_team_mates_point_is_not_given():
    table = counted(PINK_ROW, seats=4, tops="p1 o1 p8 o8", packs=("p2 p3", "o2 o3")).lay(2, "3e")
    assert (table["given"], table["points"], table["foreign"]) == (0, 1, 0)


def test_E8_two_lines_at_once_are_one_point_in_two_directions():
    table = counted(f"{PINK_ROW} o5@3,1 p8@4,1 p9@4,2 p10@4,3").lay(0, "3e")
    assert (table["points"], table["two_ways"], table["lines"]) == (1, 1, 2)
    assert table["directions"] == [1, 0, 1]


def test_E8_five_in_a_line_are_a_long_line():
    table = counted("p5@1,0 p6@2,0 o5@3,-1 p7@4,0 p8@5,0").lay(0, "2e")
    assert (table["points"], table["lines"], table["long_lines"]) == (1, 1, 1)


def test_E8_a_card_on_the_last_place_of_a_rivals_line_blocks_it():
    table = counted(PINK_ROW).lay(1, "3e")
    assert table.nonzero() == {"claims": 1, "cards": 1, "blocks": 1}


def test_E8_a_card_in_a_gap_of_a_rivals_line_blocks_it():
    assert counted("p5@1,0 p6@2,0 p7@4,0 o5@3,-1").lay(1, "2e")["blocks"] == 1


def test_E8_two_cards_are_no_line_to_block():
    assert counted("p5@1,0 p6@2,0").lay(1, "2e")["blocks"] == 0


def test_E8_a_rivals_card_laid_into_the_own_line_spoils_it():
    table = counted(PINK_ROW, tops="o1 p1", packs=("p2", "o2")).lay(0, "3e")
    assert (table["spoils"], table["blocks"], table["foreign"]) == (1, 0, 1)


def test_E8_one_card_can_block_two_rivals_and_is_one_block():
    rows = "o5@1,0 o6@2,0 o7@3,0 g5@4,1 g6@4,2 g7@4,3"
    table = counted(rows, seats=3, tops="p1 o1 g1", packs=("p2", "o2", "g2"), points=(0, 0, 0)).lay(0, "3e")
    assert table["blocks"] == 1
