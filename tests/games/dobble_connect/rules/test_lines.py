"""Lines of four: ruling E8, by hand and against brute force."""

from __future__ import annotations

from random import Random

import pytest

from dottable.games.dobble_connect.rules.grid import has_line, lay_next_to, lay_start_card
from tests.games.dobble_connect import oracle
from tests.games.dobble_connect.positions import is_playing, lay, new_match, position
from tests.sizes import sized

BOARDS = sized(500, 50_000, 100_000)
AXES = {"row": (1, 0), "rising diagonal": (1, -1), "falling diagonal": (0, 1)}


def row(cards, axis, first=1):
    """Return cards side by side along an axis."""
    q, r = AXES[axis]
    return " ".join(f"{name}@{q * (first + k)},{r * (first + k)}" for k, name in enumerate(cards.split()))


def scorer(match):
    return match.view(0).scorer


@pytest.mark.parametrize(("axis", "end"), [("row", "3e"), ("rising diagonal", "3ne"), ("falling diagonal", "3se")])
def test_E8_four_cards_of_a_colour_in_a_line_end_the_round(axis, end):
    match = lay(position(row("p5 p6 p7", axis), tops="p1 o1"), 0, end)
    view = match.view(0)
    assert view.phase == "round over"
    assert (view.scorer, view.ended_by) == ("pink", "line")
    assert [team.points for team in view.teams] == [1, 0]
    assert view.line == (1, 2, 3, 4)


def test_E8_the_last_card_may_close_a_gap():
    match = lay(position("p5@1,0 p6@2,0 p7@4,0 o5@3,-1", tops="p1 o1"), 0, "2e")
    assert scorer(match) == "pink"
    assert match.view(0).line == (1, 2, 3, 5)


def test_E8_three_are_not_enough():
    assert is_playing(lay(position(row("p5 p6", "row"), tops="p1 o1"), 0, "2e"))


def test_E8_a_card_of_another_colour_breaks_a_line():
    assert is_playing(lay(position(row("p5 o6 p6 p7", "row"), tops="p1 o1"), 0, "4e"))


def test_E8_a_bend_is_no_line():
    assert is_playing(lay(position("p5@1,0 p6@2,0 p7@3,0", tops="p1 o1"), 0, "3ne"))


def test_E8_hexagons_above_each_other_that_do_not_touch_are_no_line():
    match = position("p5@2,-2 p6@3,-4 p7@4,-6", tops="p1 o1")
    assert is_playing(lay(match, 0, "0e"))


def test_E8_the_team_of_that_colour_scores_even_if_a_rival_laid_the_card():
    match = lay(position(row("p5 p6 p7", "row"), tops="o1 p1", packs=("p2", "o2")), 1, "3e")
    assert scorer(match) == "pink"
    assert [team.points for team in match.view(0).teams] == [1, 0]


def test_E8_starting_cards_count_for_no_colour():
    match = lay(position("p5@-1,0 p6@1,0 p7@2,0", tops="p1 o1"), 0, "1w")
    assert is_playing(match)  # pink, pink, start, pink, pink


def test_E8_two_lines_at_once_are_still_one_point():
    table = f"{row('p5 p6 p7', 'row')} o5@3,1 p8@4,1 p9@4,2 p10@4,3"
    match = lay(position(table, tops="p1 o1"), 0, "3e")
    view = match.view(0)
    assert [team.points for team in view.teams] == [1, 0]
    assert view.line == (1, 2, 3, 5, 6, 7, 8)


def test_E8_five_in_a_line_are_one_point_too():
    match = lay(position("p5@1,0 p6@2,0 o5@3,-1 p7@4,0 p8@5,0", tops="p1 o1"), 0, "2e")
    assert [team.points for team in match.view(0).teams] == [1, 0]
    assert match.view(0).line == (1, 2, 4, 5, 6)


def test_E8_a_team_mates_cards_count_alike():
    match = position(row("p5 p6 p7", "row"), seats=4, tops="p1 o1 p8 o8", packs=("p2 p3", "o2 o3"))
    assert scorer(lay(match, 2, "3e")) == "pink"


def test_E8_the_rules_and_brute_force_find_the_same_lines():
    random = Random(8)
    s = new_match().state
    lines = 0
    for _ in range(BOARDS):
        places = {(0, 0): 4}
        lay_start_card(s, 80)
        colours = random.choice((2, 2, 3, 4))
        for _ in range(random.randrange(10, 40)):
            spot, side = random.randrange(int(s.placed)), random.randrange(6)
            if s.neighbour[spot * 6 + side] >= 0:
                continue
            colour = random.randrange(colours)
            lay_next_to(s, 20 * colour + random.randrange(20), spot * 6 + side)
            last = int(s.placed) - 1
            place = int(s.q[last]), int(s.r[last])
            assert place not in places
            places[place] = colour
            found = oracle.makes_line(places, place)
            assert bool(has_line(s, last)) == found
            if found:
                lines += 1
                break
    assert lines > BOARDS / 10
