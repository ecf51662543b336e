"""Where a card may lie (A9-A12), with cards of three columns and one row unless a test says otherwise."""

from __future__ import annotations

from random import Random

from dottable.games.dot_allot.rules import placement
from dottable.games.dot_allot.view import notation
from tests.games.dot_allot.positions import (
    THREE_CELL_FACES,
    arrange_seats_and_hands,
    legal_moves,
    new_match,
    one_column_deck,
    one_row_deck,
    play,
    play_randomly,
    refusal_code,
)

CARD_NUMBER_BY_FACE = {row: k + 1 for k, row in enumerate(THREE_CELL_FACES)}
TURNED_RIGHT, TURNED_LEFT = "90", "270"
"""A row of three cells becomes a column; turned right, its first cell is on top."""


def three_cell_match(first="b.. rr. y.y by.", second="r.. y.. bb. ry.", *, deck=one_row_deck, **options):
    """Return the start of a match: seat 0 begins and sits below the grey row, seat 1 above it."""
    hands = tuple(" ".join(str(CARD_NUMBER_BY_FACE[row]) for row in hand.split()) for hand in (first, second))
    return arrange_seats_and_hands(new_match(2, deck=deck(), **options), hands=hands)


def placement_notation(face, top, *, degrees="0", reverse=False):
    """Return a move in notation; rows of the track count from 1."""
    return f"{CARD_NUMBER_BY_FACE[face]}@{degrees}{'r' * reverse}{top - 1:+d}"


def visible_columns(match, first, last):
    """Return the visible cells of some columns, counted from the starting column as 0."""
    view = match.view(0)
    return [row[view.start_column - 1 :][first : last + 1] for row in view.visible]


def legal_top_rows(match, face, degrees="0", *, reverse=False):
    """Return the rows on which a card in this pose may begin."""
    begin = placement_notation(face, 1, degrees=degrees, reverse=reverse)[:-2]
    return [
        int(move[len(begin) :]) + 1
        for move in legal_moves(match)
        if move[: len(begin)] == begin and move[len(begin)] in "+-"
    ]


def test_A9_the_starting_column_stays_visible():
    for seed in range(5):
        match = new_match(seed=seed)
        for _ in play_randomly(match, Random(seed)):
            view = match.view(0)
            shown = [row[: view.start_column] for row in view.visible]
            assert shown == [row[: view.start_column] for row in view.track]


def test_A9_each_card_begins_one_column_further_on():
    match = play(
        three_cell_match(),
        placement_notation("b..", 3),
        placement_notation("r..", 3, degrees=TURNED_LEFT),
        placement_notation("rr.", 3, degrees=TURNED_RIGHT),
    )
    assert [placed.column for placed in match.view(0).placements] == [2, 3, 4]


def test_A9_the_first_card_covers_the_column_after_the_starting_column():
    match = three_cell_match()
    assert visible_columns(match, 0, 3) == ["bb.r", "yy.b", "bb.y", "....", "rr.b", "bb.y", "bb.r"]
    play(match, placement_notation("rr.", 2))
    assert visible_columns(match, 0, 3) == ["bb.r", "yrr.", "bb.y", "....", "rr.b", "bb.y", "bb.r"]


def test_A9_the_next_card_covers_the_second_column_of_the_last_one():
    match = play(three_cell_match("bb.", "r.."), placement_notation("bb.", 3))
    assert visible_columns(match, 1, 3)[2] == "bb."
    play(match, placement_notation("r..", 3, degrees=TURNED_LEFT))  # empty cells on rows 3 and 4, red on row 5
    assert visible_columns(match, 1, 3) == ["b.r", "y.b", "b..", "...", "rrb", "b.y", "b.r"]


def test_A10_the_first_card_may_begin_wherever_it_gives_a_dot():
    match = three_cell_match("b..", "r..")
    for reverse in (False, True):
        assert legal_top_rows(match, "b..", "0", reverse=reverse) == [1, 2, 3]
        assert legal_top_rows(match, "b..", "180", reverse=reverse) == [1, 2, 3]
    assert (
        legal_top_rows(match, "b..", TURNED_RIGHT)
        == legal_top_rows(match, "b..", TURNED_LEFT, reverse=True)
        == [1, 2, 3]
    )
    assert (
        legal_top_rows(match, "b..", TURNED_LEFT)
        == legal_top_rows(match, "b..", TURNED_RIGHT, reverse=True)
        == [-1, 0, 1]
    )
    assert len(legal_moves(match)) == 24


def test_A10_any_dot_of_the_card_will_do_not_only_those_of_its_first_column():
    match = play(three_cell_match("b..", "r.."), placement_notation("b..", 1, degrees="180"))
    assert match.view(0).placements[0].face == ("..b",)


def test_A10_a_dot_on_the_grey_row_on_ones_own_side_or_off_the_track_is_not_enough():
    match = three_cell_match("b..", "r..")
    assert refusal_code(match, placement_notation("b..", 4)) == placement.GIVES_NO_DOT_REFUSAL
    assert refusal_code(match, placement_notation("b..", 6)) == placement.GIVES_NO_DOT_REFUSAL
    assert refusal_code(match, placement_notation("b..", 0, degrees=TURNED_RIGHT)) == placement.GIVES_NO_DOT_REFUSAL


def test_A10_a_card_must_share_a_row_with_the_last_one():
    match = play(three_cell_match(), placement_notation("b..", 3, degrees=TURNED_RIGHT))
    assert match.view(1).cover_rows == (3, 5)
    assert legal_top_rows(match, "r..") == [5]
    assert refusal_code(match, placement_notation("r..", 6)) == placement.NOT_COVERING_REFUSAL
    assert legal_top_rows(match, "r..", TURNED_RIGHT) == [5]
    assert legal_top_rows(match, "r..", TURNED_LEFT) == [3, 4, 5]


def test_A10_rows_of_the_last_card_that_lie_above_the_track_can_be_covered_too():
    match = play(
        three_cell_match("by.", "r.."), placement_notation("by.", 0, degrees=TURNED_RIGHT)
    )  # blue above the track, yellow on row 1
    assert match.view(0).cover_rows == (0, 2)
    assert refusal_code(match, placement_notation("r..", -2, degrees=TURNED_RIGHT)) == placement.OFF_TRACK_REFUSAL
    assert refusal_code(match, placement_notation("r..", -1, degrees=TURNED_RIGHT)) is None


def test_A10_past_the_end_of_the_track_the_first_card_shares_a_row_with_the_starting_column():
    match = three_cell_match()
    match.state.round_index, match.state.turn = 3, 1
    view = match.view(0)
    assert (view.start_column, view.cover_rows) == (5, (1, 7))
    assert legal_top_rows(match, "r..") == [5, 6, 7]
    assert legal_top_rows(match, "r..", TURNED_LEFT) == [3, 4, 5]


def test_A10_the_newest_card_lies_on_top_and_its_empty_cells_hide_what_is_below():
    match = play(
        three_cell_match("bb. rr.", "r.. y.."),
        placement_notation("bb.", 3),
        placement_notation("r..", 3, degrees=TURNED_LEFT),
    )
    assert visible_columns(match, 1, 3)[2] == "b.."  # the second blue dot is hidden by an empty cell
    play(match, placement_notation("rr.", 3, degrees=TURNED_RIGHT))
    assert visible_columns(match, 1, 3)[2:5] == ["b.r", "..r", "rr."]


def test_A10_behind_a_card_of_one_column_the_next_one_shares_a_row_with_it():
    match = play(three_cell_match(deck=one_column_deck), placement_notation("b..", 3))
    assert match.view(0).cover_rows == (3, 5)
    assert legal_top_rows(match, "r..", "90") == [5]
    assert refusal_code(match, placement_notation("r..", 6, degrees="90")) == placement.NOT_COVERING_REFUSAL


def test_A10_only_cards_in_hand_can_be_laid():
    assert refusal_code(three_cell_match(), placement_notation("r..", 1)) == placement.NOT_IN_HAND_REFUSAL


def test_A11_a_reverse_face_may_be_used_once_in_a_round():
    match = play(
        three_cell_match(),
        placement_notation("b..", 3, reverse=True),
        placement_notation("r..", 3, degrees=TURNED_LEFT),
    )
    assert refusal_code(match, placement_notation("rr.", 3, reverse=True)) == placement.REVERSE_USED_REFUSAL
    assert not any("r" in move for move in legal_moves(match))
    assert [side.reverse_left for side in match.view(1).sides] == [False, True]


def test_A11_the_next_round_allows_a_reverse_face_again():
    match = new_match()
    while match.view(0).round < 2:
        play(match, max(legal_moves(match), key=lambda move: "r" in move))
    assert all(side.reverse_left for side in match.view(0).sides)
    assert any("r" in move for move in legal_moves(match))


def test_A11_a_reverse_face_is_the_mirror_image():
    match = play(three_cell_match("by.", "r.."), placement_notation("by.", 1, reverse=True))
    assert match.view(0).placements[0].face == (".yb",)


def test_A12_if_no_card_can_give_a_dot_none_has_to():
    match = play(three_cell_match("b..", "r.."), placement_notation("b..", 1))  # nobody reaches row 5 from row 1
    assert not any(placement.gives_opponent_dot(match.state, notation.read_action(move)) for move in legal_moves(match))
    assert legal_top_rows(match, "r..") == [1]
    assert legal_top_rows(match, "r..", TURNED_RIGHT) == [-1, 0, 1]


def test_A12_the_card_still_covers_the_last_one_and_shares_a_row_with_the_track():
    match = play(three_cell_match("by. y.y", "r.. ry."), placement_notation("by.", 0, degrees=TURNED_RIGHT))
    assert legal_top_rows(match, "r..", TURNED_RIGHT) == [-1, 0, 1, 2]
    assert refusal_code(match, placement_notation("r..", -2, degrees=TURNED_RIGHT)) == placement.OFF_TRACK_REFUSAL
    assert refusal_code(match, placement_notation("r..", 3, degrees=TURNED_RIGHT)) == placement.NOT_COVERING_REFUSAL


def test_A12_a_card_without_dots_can_be_laid_only_if_no_other_card_gives_one():
    assert refusal_code(three_cell_match("...", "r.."), placement_notation("...", 4)) is None
    assert (
        refusal_code(three_cell_match("... b..", "r.."), placement_notation("...", 4)) == placement.GIVES_NO_DOT_REFUSAL
    )


def test_A12_who_cannot_give_a_dot_shows_the_hand():
    match = play(three_cell_match(), placement_notation("b..", 1))
    assert match.view(0).sides[1].hand is None
    play(match, placement_notation("r..", 1))
    assert [card.face for card in match.view(0).sides[1].hand] == [("y..",), ("bb.",), ("ry.",)]
    assert match.view(1).sides[0].hand is None
