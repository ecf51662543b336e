"""Encodes a deck as integers, and loads it into a state record.

For every card and colour, the encoding has the set of rows with a dot for each column, and the set of columns for each
row. Then come the sets of rows and columns of each card with a dot of any colour.
"""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dot_allot.pieces import (
    CARD_COUNT,
    COLOUR_COUNT,
    FORM_COUNT,
    MAX_EDGE,
    PRINTED_FORM,
    SIDE_COLUMN_BITS,
    TRACK_HEIGHT,
    TRACK_WIDTH,
    TRANSPOSED_FORM,
)
from dottable.games.dot_allot.state import SIDE_COUNT, first_scoring_row, scoring_rows_per_side

CARD_SHAPE_START = 0
"""Index of the numbers of columns and rows of the playing cards."""
INK_COLOURS_START = CARD_SHAPE_START + 2
"""Index of the ink of each colour, as 0xRRGGBB."""
CARD_FORM_LENGTH = COLOUR_COUNT * MAX_EDGE
"""Length of one form of a card."""
ENCODED_CARD_LENGTH = FORM_COUNT * CARD_FORM_LENGTH
"""Length of a card in both forms."""
TRACK_CARD_START = INK_COLOURS_START + COLOUR_COUNT
"""Index of the track card in both forms."""
PLAYING_CARDS_START = TRACK_CARD_START + ENCODED_CARD_LENGTH
"""Index of the first playing card; the others follow, ENCODED_CARD_LENGTH apart."""
ANY_COLOUR_SETS_START = PLAYING_CARDS_START + CARD_COUNT * ENCODED_CARD_LENGTH
"""Index of the sets of rows and columns with a dot of any colour, two per card."""
ENCODED_DECK_LENGTH = ANY_COLOUR_SETS_START + CARD_COUNT * FORM_COUNT
"""Number of integers of an encoded deck."""


@noinline_rule
def load_deck(s: Any, deck: Any) -> None:
    """Copy the deck into the record, with the track in the orientation of the match (A5)."""
    s.width = deck[CARD_SHAPE_START]
    s.height = deck[CARD_SHAPE_START + 1]
    for card in range(CARD_COUNT):
        first = PLAYING_CARDS_START + card * ENCODED_CARD_LENGTH
        for form in range(FORM_COUNT):
            s.dotted[card, form] = deck[ANY_COLOUR_SETS_START + card * FORM_COUNT + form]
            for colour in range(COLOUR_COUNT):
                for k in range(MAX_EDGE):
                    s.faces[card, form, colour, k] = deck[first + form * CARD_FORM_LENGTH + colour * MAX_EDGE + k]
    write_oriented_track(s, deck)


@rule
def write_oriented_track(s: Any, deck: Any) -> None:
    """Write the track in its orientation.

    Horizontal means a quarter turn to the right; the light side has the columns reversed (A5).
    """
    s.columns = TRACK_HEIGHT if s.horizontal else TRACK_WIDTH
    s.rows = TRACK_WIDTH if s.horizontal else TRACK_HEIGHT
    form = TRANSPOSED_FORM if s.horizontal else PRINTED_FORM
    for colour in range(COLOUR_COUNT):
        for k in range(s.columns):
            # After a turn to the right, the printed bottom row is the first column.
            source = s.columns - 1 - k if s.horizontal ^ s.light else k
            s.track[colour, k] = deck[TRACK_CARD_START + form * CARD_FORM_LENGTH + colour * MAX_EDGE + source]
    write_track_dots_of_sides(s)


@rule
def write_track_dots_of_sides(s: Any) -> None:
    """Write the dots of the track by side and colour, for the columns left of the starting column (A14)."""
    in_side = (1 << scoring_rows_per_side(s)) - 1
    for side in range(SIDE_COUNT):
        for colour in range(COLOUR_COUNT):
            dots = 0
            for k in range(s.columns):
                rows = (s.track[colour, k] >> first_scoring_row(s, side)) & in_side
                dots |= rows << (SIDE_COLUMN_BITS * k)
            s.track_dots[side, colour] = dots
