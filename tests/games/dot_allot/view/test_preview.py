"""Previews of placements."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from dottable.games.dot_allot.pieces import COLOUR_LETTERS, COLOUR_NAMES
from dottable.games.dot_allot.state import DEAL
from tests.games.dot_allot import oracle
from tests.games.dot_allot.positions import (
    arrange_seats_and_hands,
    new_match,
    one_row_deck,
    play_randomly,
    play_round,
    seeded_chance,
    set_visible_cells,
)

EMPTY_ROW = "........."
LETTER_OF = dict(zip(COLOUR_NAMES, COLOUR_LETTERS, strict=True))


def placements_of_random_match(seats, seed, **options):
    """Yield every placement of a random match before it is made."""
    match = new_match(seats, seed=seed, **options)
    for seat, action in play_randomly(match, Random(seed)):
        if action != DEAL:
            yield match, seat, action


def oracle_group_size(view, grid, side, colour):
    """Return the size of a side's largest group according to the oracle."""
    rows = view.sides[side].rows
    return oracle.largest_group_size(grid, range(rows[0] - 1, rows[-1]), LETTER_OF[colour])


@pytest.mark.parametrize("options", [{}, {"orientation": "horizontal", "side": "light"}])
def test_a_preview_shows_just_what_the_placement_leads_to(options):
    for match, seat, action in placements_of_random_match(3, 1, **options):
        foreseen = match.preview(seat, action)
        after = match.copy()
        after.apply(seat, action)
        view = after.view(seat)
        assert foreseen.visible == view.visible
        assert foreseen.placement == view.placements[-1]
        if view.result is not None:
            assert tuple(standing.groups for standing in foreseen.after) == view.result.groups
            assert tuple(standing.points for standing in foreseen.after) == view.result.points


def test_A13_groups_before_and_after_are_counted_as_the_oracle_counts_them():
    for match, seat, action in placements_of_random_match(2, 2):
        view, foreseen = match.view(seat), match.preview(seat, action)
        for grid, told in ((view.visible, view.sides), (foreseen.visible, foreseen.after)):
            for side, standing in enumerate(told):
                assert standing.seat == view.sides[side].seat
                for colour, size in standing.groups.items():
                    assert size == oracle_group_size(view, grid, side, colour)


def test_the_cells_of_a_group_are_its_dots_in_rows_and_columns_of_the_track():
    for match, seat, action in placements_of_random_match(2, 3):
        view, foreseen = match.view(seat), match.preview(seat, action)
        for side, standing in enumerate(foreseen.after):
            for colour, cells in standing.cells.items():
                assert len(cells) == standing.groups[colour]
                for row, column in cells:
                    assert row in view.sides[side].rows
                    assert foreseen.visible[row - 1][column - 1] == LETTER_OF[colour]


def test_A18_only_colours_of_the_starting_column_give_points():
    match = arrange_seats_and_hands(new_match(scoring="colour-locked"))
    set_visible_cells(match, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, "b...rr...", EMPTY_ROW, EMPTY_ROW)
    own = match.view(match.to_act[0]).sides[0]
    assert own.groups == {"blue": 1, "red": 2, "yellow": 0}
    assert own.points == 1


def test_looking_ahead_changes_nothing():
    for match, seat, action in placements_of_random_match(2, 4):
        before = match.state_bytes
        match.preview(seat, action)
        assert match.state_bytes == before


@pytest.mark.parametrize("deck", [None, one_row_deck()])
def test_a_preview_is_the_same_whatever_the_others_hold(deck):
    for step, (match, seat, action) in enumerate(placements_of_random_match(3, 5, deck=deck)):
        twin = match.determinize(seat, seeded_chance(step))
        assert msgspec.json.encode(twin.preview(seat, action)) == msgspec.json.encode(match.preview(seat, action))


def test_dealing_has_no_preview():
    match = play_round(new_match(), Random(6))
    assert match.preview(match.to_act[0], DEAL) is None
