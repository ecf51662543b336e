"""Where a card may lie (A9-A12), with cards of three columns and one row unless a test says otherwise."""

from __future__ import annotations

from random import Random

from dottable.games.dot_allot import notation, placement
from dottable.games.dot_allot.view import visible_grid

from .positions import SPARSE, arrange, moves, new_match, odd_deck, play, play_randomly, refusal, slim_deck

NUMBER = {row: k + 1 for k, row in enumerate(SPARSE)}
TURNED_RIGHT, TURNED_LEFT = "90", "270"
"""A row of three cells becomes a column; turned right, its first cell is on top."""


def table(first="b.. rr. y.y by.", second="r.. y.. bb. ry.", *, deck=odd_deck, **options):
    """The start of a match: seat 0 begins and sits below the grey row, seat 1 above it."""
    hands = tuple(" ".join(str(NUMBER[row]) for row in hand.split()) for hand in (first, second))
    return arrange(new_match(2, deck=deck(), **options), hands=hands)


def lay(face, top, *, degrees="0", reverse=False):
    """A move in notation; rows of the track count from 1."""
    return f"{NUMBER[face]}@{degrees}{'r' * reverse}{top - 1:+d}"


def columns(match, first, last):
    """What is visible in some columns, counted from the starting column as 0."""
    return [row[first : last + 1] for row in visible_grid(match.state)]


def tops(match, face, degrees="0", *, reverse=False):
    """The rows that a card may begin on, held like this."""
    begin = lay(face, 1, degrees=degrees, reverse=reverse)[:-2]
    return [
        int(move[len(begin) :]) + 1 for move in moves(match) if move[: len(begin)] == begin and move[len(begin)] in "+-"
    ]


def test_A9_the_starting_column_stays_visible():
    for seed in range(5):
        match = new_match(seed=seed)
        for _ in play_randomly(match, Random(seed)):
            view = match.view(0)
            assert [row[0] for row in view.visible] == [row[view.start_column - 1] for row in view.track]


def test_A9_each_card_begins_one_column_further_on():
    match = play(table(), lay("b..", 3), lay("r..", 3, degrees=TURNED_LEFT), lay("rr.", 3, degrees=TURNED_RIGHT))
    assert [placed.column for placed in match.view(0).placements] == [2, 3, 4]


def test_A9_the_first_card_covers_the_column_after_the_starting_column():
    match = table()
    assert columns(match, 0, 3) == ["bb.r", "yy.b", "bb.y", "....", "rr.b", "bb.y", "bb.r"]
    play(match, lay("rr.", 2))
    assert columns(match, 0, 3) == ["bb.r", "yrr.", "bb.y", "....", "rr.b", "bb.y", "bb.r"]


def test_A9_the_next_card_covers_the_second_column_of_the_last_one():
    match = play(table("bb.", "r.."), lay("bb.", 3))
    assert columns(match, 1, 3)[2] == "bb."
    play(match, lay("r..", 3, degrees=TURNED_LEFT))  # empty cells on rows 3 and 4, red on row 5
    assert columns(match, 1, 3) == ["b.r", "y.b", "b..", "...", "rrb", "b.y", "b.r"]


def test_A10_the_first_card_may_begin_wherever_it_gives_a_dot():
    match = table("b..", "r..")
    for reverse in (False, True):
        assert tops(match, "b..", "0", reverse=reverse) == [1, 2, 3]
        assert tops(match, "b..", "180", reverse=reverse) == [1, 2, 3]
    assert tops(match, "b..", TURNED_RIGHT) == tops(match, "b..", TURNED_LEFT, reverse=True) == [1, 2, 3]
    assert tops(match, "b..", TURNED_LEFT) == tops(match, "b..", TURNED_RIGHT, reverse=True) == [-1, 0, 1]
    assert len(moves(match)) == 24


def test_A10_any_dot_of_the_card_will_do_not_only_those_of_its_first_column():
    match = play(table("b..", "r.."), lay("b..", 1, degrees="180"))
    assert match.view(0).placements[0].face == ("..b",)


def test_A10_a_dot_on_the_grey_row_on_ones_own_side_or_off_the_track_is_not_enough():
    match = table("b..", "r..")
    assert refusal(match, lay("b..", 4)) == placement.GIVES_NO_DOT
    assert refusal(match, lay("b..", 6)) == placement.GIVES_NO_DOT
    assert refusal(match, lay("b..", 0, degrees=TURNED_RIGHT)) == placement.GIVES_NO_DOT


def test_A10_a_card_must_share_a_row_with_the_last_one():
    match = play(table(), lay("b..", 3, degrees=TURNED_RIGHT))
    assert match.view(1).cover_rows == (3, 5)
    assert tops(match, "r..") == [5]
    assert refusal(match, lay("r..", 6)) == placement.NOT_COVERING
    assert tops(match, "r..", TURNED_RIGHT) == [5]
    assert tops(match, "r..", TURNED_LEFT) == [3, 4, 5]


def test_A10_rows_of_the_last_card_that_lie_above_the_track_can_be_covered_too():
    match = play(table("by.", "r.."), lay("by.", 0, degrees=TURNED_RIGHT))  # blue above the track, yellow on row 1
    assert match.view(0).cover_rows == (0, 2)
    assert refusal(match, lay("r..", -2, degrees=TURNED_RIGHT)) == placement.OFF_THE_TRACK
    assert refusal(match, lay("r..", -1, degrees=TURNED_RIGHT)) is None


def test_A10_past_the_end_of_the_track_the_first_card_shares_a_row_with_the_starting_column():
    match = table()
    match.state.round_index, match.state.turn = 3, 1
    view = match.view(0)
    assert (view.start_column, view.cover_rows) == (5, (1, 7))
    assert tops(match, "r..") == [5, 6, 7]
    assert tops(match, "r..", TURNED_LEFT) == [3, 4, 5]


def test_A10_the_newest_card_lies_on_top_and_its_empty_cells_hide_what_is_below():
    match = play(table("bb. rr.", "r.. y.."), lay("bb.", 3), lay("r..", 3, degrees=TURNED_LEFT))
    assert columns(match, 1, 3)[2] == "b.."  # the second blue dot is hidden by an empty cell
    play(match, lay("rr.", 3, degrees=TURNED_RIGHT))
    assert columns(match, 1, 3)[2:5] == ["b.r", "..r", "rr."]


def test_A10_behind_a_card_of_one_column_the_next_one_shares_a_row_with_it():
    match = play(table(deck=slim_deck), lay("b..", 3))
    assert match.view(0).cover_rows == (3, 5)
    assert tops(match, "r..", "90") == [5]
    assert refusal(match, lay("r..", 6, degrees="90")) == placement.NOT_COVERING


def test_A10_only_cards_in_hand_can_be_laid():
    assert refusal(table(), lay("r..", 1)) == placement.NOT_IN_HAND


def test_A11_a_reverse_face_may_be_used_once_in_a_round():
    match = play(table(), lay("b..", 3, reverse=True), lay("r..", 3, degrees=TURNED_LEFT))
    assert refusal(match, lay("rr.", 3, reverse=True)) == placement.REVERSE_USED
    assert not any("r" in move for move in moves(match))
    assert [side.reverse_left for side in match.view(1).sides] == [False, True]


def test_A11_the_next_round_allows_a_reverse_face_again():
    match = new_match()
    while match.view(0).round < 2:
        play(match, max(moves(match), key=lambda move: "r" in move))
    assert all(side.reverse_left for side in match.view(0).sides)
    assert any("r" in move for move in moves(match))


def test_A11_a_reverse_face_is_the_mirror_image():
    match = play(table("by.", "r.."), lay("by.", 1, reverse=True))
    assert match.view(0).placements[0].face == (".yb",)


def test_A12_if_no_card_can_give_a_dot_none_has_to():
    match = play(table("b..", "r.."), lay("b..", 1))  # nobody reaches row 5 from row 1
    assert not any(placement.gives_dot(match.state, notation.read(move)) for move in moves(match))
    assert tops(match, "r..") == [1]
    assert tops(match, "r..", TURNED_RIGHT) == [-1, 0, 1]


def test_A12_the_card_still_covers_the_last_one_and_shares_a_row_with_the_track():
    match = play(table("by. y.y", "r.. ry."), lay("by.", 0, degrees=TURNED_RIGHT))
    assert tops(match, "r..", TURNED_RIGHT) == [-1, 0, 1, 2]
    assert refusal(match, lay("r..", -2, degrees=TURNED_RIGHT)) == placement.OFF_THE_TRACK
    assert refusal(match, lay("r..", 3, degrees=TURNED_RIGHT)) == placement.NOT_COVERING


def test_A12_a_card_without_dots_can_be_laid_only_if_no_other_card_gives_one():
    assert refusal(table("...", "r.."), lay("...", 4)) is None
    assert refusal(table("... b..", "r.."), lay("...", 4)) == placement.GIVES_NO_DOT


def test_A12_who_cannot_give_a_dot_shows_the_hand():
    match = play(table(), lay("b..", 1))
    assert match.view(0).sides[1].hand is None
    play(match, lay("r..", 1))
    assert [card.face for card in match.view(0).sides[1].hand] == [("y..",), ("bb.",), ("ry.",)]
    assert match.view(1).sides[0].hand is None
