"""Groups, points, the bonus and shared wins (A13-A16, A18)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dottable.games.dot_allot.rules.scoring import score_round
from tests.games.dot_allot import oracle
from tests.games.dot_allot.positions import (
    THREE_CELL_FACES,
    arrange_seats_and_hands,
    finish_round,
    make_deck,
    new_match,
    play_round,
    set_visible_cells,
)

EMPTY_ROW = "........."
THREE_CELL_CARDS = [(row,) for row in THREE_CELL_FACES]
HOOKED_TRACK = (".r...", ".....", ".....", ".....", ".bbb.", ".b...", ".bbb.")
"""A track whose blue dots of the side below form a hook that is open to the right."""


def match_after_scored_round(*rows, totals=(0, 0), seats=2, **options):
    """Return a match whose round ended with these cells visible; seat 0 below, seat 1 above the grey row."""
    match = arrange_seats_and_hands(new_match(seats, **options))
    for seat, points in enumerate(totals):
        match.state.totals[seat] = points
    return finish_round(match, *rows)


def largest_group_sizes(match):
    """Return the sizes of the largest groups of seats 0 and 1: blue, red, yellow."""
    result = match.view(0).result
    return tuple(tuple(sizes.values()) for sizes in result.groups)


def round_points(match):
    return match.view(0).result.points


def test_A13_the_larger_largest_group_of_a_colour_takes_its_point():
    match = match_after_scored_round("bb..rrr..", EMPTY_ROW, "...y.....", EMPTY_ROW, "bbb..rr..", EMPTY_ROW, EMPTY_ROW)
    assert largest_group_sizes(match) == ((3, 2, 0), (2, 3, 1))
    assert round_points(match) == (1, 2)
    assert match.scores() == [1, 2]


def test_A13_one_large_group_counts_not_many_small_ones():
    match = match_after_scored_round("b.b.b.b.b", EMPTY_ROW, "b.b.b.b.b", EMPTY_ROW, "bb.......", EMPTY_ROW, EMPTY_ROW)
    assert largest_group_sizes(match)[0][0] == 2
    assert largest_group_sizes(match)[1][0] == 1
    assert round_points(match) == (1, 0)


def test_A13_dots_join_side_to_side_and_not_diagonally():
    match = match_after_scored_round(
        "r........", ".r.......", "..r......", EMPTY_ROW, "r........", "rr.......", "..r......"
    )
    assert largest_group_sizes(match) == ((0, 3, 0), (0, 1, 0))


def test_A13_a_winding_group_is_one_group():
    match = match_after_scored_round(EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, "yyy.yyy.y", "y.y.y.y.y", "y.yyy.yyy")
    assert largest_group_sizes(match)[0] == (0, 0, 19)


def test_A13_the_last_row_of_a_column_does_not_join_the_first_row_of_the_next():
    match = match_after_scored_round(
        "bb.......", "..b......", ".b.......", EMPTY_ROW, "b........", EMPTY_ROW, "b.b......"
    )
    assert largest_group_sizes(match) == ((1, 0, 0), (2, 0, 0))


def test_A13_equal_groups_bring_nobody_a_point():
    match = match_after_scored_round("bb.......", EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, "..bb.....", EMPTY_ROW, EMPTY_ROW)
    assert round_points(match) == (0, 0)


def test_A6_the_grey_row_belongs_to_nobody_and_joins_nothing():
    match = match_after_scored_round(EMPTY_ROW, EMPTY_ROW, "rrr......", "rrrrrrrrr", "rr.......", EMPTY_ROW, EMPTY_ROW)
    assert largest_group_sizes(match) == ((0, 2, 0), (0, 3, 0))


def test_A6_horizontal_each_side_has_two_rows():
    match = match_after_scored_round(
        "b........", "b........", "bbbbbbbbb", "b........", "bb.......", orientation="horizontal"
    )
    assert largest_group_sizes(match) == ((3, 0, 0), (2, 0, 0))


@pytest.mark.parametrize("seed", range(4))
def test_A14_only_the_first_column_of_the_last_card_counts(seed):
    match = play_round(new_match(seed=seed), Random(seed))
    view = match.view(0)
    last = view.placements[-1]
    assert last.column == view.start_column + 8
    assert all(len(row) == last.column for row in view.visible)
    for row, cells in enumerate(view.visible, start=1):
        if last.row <= row < last.row + len(last.face):
            assert cells[-1] == last.face[row - last.row][0]


def test_A14_track_dots_that_stay_visible_count():
    match = arrange_seats_and_hands(new_match())
    rows = match.view(0).visible  # no card lies yet: nothing but the track
    score_round(match.state)
    for side, own in ((0, range(4, 7)), (1, range(3))):
        expected = [oracle.largest_group_size(rows, own, letter) for letter in "bry"]
        assert match.state.largest[side].tolist() == expected
        assert sum(expected) > 3


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
@pytest.mark.parametrize("side", ["dark", "light"])
def test_A14_track_dots_left_of_the_starting_column_count(orientation, side):
    match = arrange_seats_and_hands(new_match(orientation=orientation, side=side))
    for round_index in range(len(match.view(0).track[0]) - 1):
        match.state.round_index = round_index
        set_visible_cells(match)
        score_round(match.state)
        view = match.view(0)
        left = tuple(row[: view.start_column - 1] for row in view.track)
        for number, of_side in enumerate(view.sides):
            rows = range(of_side.rows[0] - 1, of_side.rows[-1])
            expected = [oracle.largest_group_size(left, rows, letter) for letter in "bry"]
            assert match.state.largest[number].tolist() == expected


def test_A14_a_group_runs_from_the_left_of_the_starting_column_into_the_cards():
    match = arrange_seats_and_hands(new_match(deck=make_deck(THREE_CELL_CARDS, HOOKED_TRACK)))
    match.state.round_index = 2  # the starting column is the fourth one
    set_visible_cells(match, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, "bb.......", EMPTY_ROW, "bb.......")
    score_round(match.state)
    sizes = match.state.largest.tolist()
    assert sizes == [[9, 0, 0], [0, 1, 0]], "the track joins the two blue pairs on its left"


def test_A15_the_bonus_goes_to_the_player_behind():
    match = match_after_scored_round(
        "bb.......", EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, "rr.......", EMPTY_ROW, EMPTY_ROW, totals=(2, 4)
    )
    assert round_points(match) == (1, 1)
    assert match.view(0).result.bonus == 0
    assert match.scores() == [4, 5]


def test_A15_the_bonus_looks_at_totals_before_the_round():
    match = match_after_scored_round(
        "bb.......", EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, "rr.......", EMPTY_ROW, EMPTY_ROW, totals=(4, 3)
    )
    assert match.view(0).result.bonus == 1
    assert match.scores() == [5, 5]


def test_A15_level_before_the_round_nobody_gets_the_bonus():
    match = match_after_scored_round(
        EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, totals=(3, 3)
    )
    assert match.view(0).result.bonus is None
    assert match.scores() == [3, 3]


def test_A15_without_a_tie_there_is_no_bonus():
    match = match_after_scored_round(
        EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, "rr.......", EMPTY_ROW, EMPTY_ROW, totals=(5, 1)
    )
    assert match.view(0).result.bonus is None
    assert match.scores() == [6, 1]


def last_round(totals, *rows):
    match = arrange_seats_and_hands(new_match())
    match.state.round_index = 3
    for seat, count in enumerate(totals):
        match.state.totals[seat] = count
    return finish_round(match, *rows)


def test_A16_the_highest_total_wins():
    match = last_round((5, 3), "b........", EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW)
    assert match.is_over
    assert match.view(0).winners == (0,)
    assert match.returns() == [1.0, -1.0]


def test_A16_equal_totals_share_the_win():
    match = last_round((5, 4), "b........", EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW)
    assert match.scores() == [5, 5]
    assert match.view(0).winners == (0, 1)
    assert match.returns() == [0.0, 0.0]


LOCKED: dict[str, Any] = {"scoring": "colour-locked"}


def test_A18_only_colours_of_the_own_starting_cells_score():
    match = match_after_scored_round(
        "b........", "b........", EMPTY_ROW, EMPTY_ROW, "r.bbb....", EMPTY_ROW, "...rrr...", **LOCKED
    )
    assert largest_group_sizes(match) == ((3, 3, 0), (2, 0, 0))
    assert round_points(match) == (1, 0)  # seat 0 leads in blue, but has only red in the starting column


def test_A18_a_larger_group_that_may_not_score_gives_the_other_no_point():
    match = match_after_scored_round(
        "y........", EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, ".yyy.....", EMPTY_ROW, EMPTY_ROW, **LOCKED
    )
    assert largest_group_sizes(match) == ((0, 0, 3), (0, 0, 1))
    assert round_points(match) == (0, 0)


def test_A18_both_may_score_for_the_same_colour():
    match = match_after_scored_round(
        "b........", EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, "bb.......", EMPTY_ROW, EMPTY_ROW, **LOCKED
    )
    assert round_points(match) == (1, 0)


def test_A18_the_example_of_the_rulebook():
    """Round 1: red and blue for the starter, blue and yellow for the other; round 2: blue and yellow for both."""
    for orientation in ("vertical", "horizontal"):
        match = arrange_seats_and_hands(new_match(orientation=orientation, **LOCKED))
        assert [side.colours for side in match.view(0).sides] == [("blue", "red"), ("blue", "yellow")]
        finish_round(match, *["." * 9] * len(match.view(0).visible))
        assert match.apply(match.to_act[0], match.legal(match.to_act[0])[0]) is None
        assert [side.colours for side in match.view(0).sides] == [("blue", "yellow"), ("blue", "yellow")]


def test_scores_of_a_standing_match_are_its_totals():
    match = set_visible_cells(arrange_seats_and_hands(new_match(3)), *[EMPTY_ROW] * 7)
    assert match.scores() == [0, 0, 0]
