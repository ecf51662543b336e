"""The encoding of a deck as integers, and loading it into a record.

For every card and colour it has the set of rows with a dot per column, and the set of columns per row. Then come the
sets of rows and columns of each card with a dot of any colour.
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
    TRACK_HEIGHT,
    TRACK_WIDTH,
    TRANSPOSED_FORM,
)

SHAPE_START = 0
"""Index of the columns and rows of the playing cards."""
INKS_START = SHAPE_START + 2
"""Index of the inks of the colours, each as 0xRRGGBB."""
FORM_LENGTH = COLOUR_COUNT * MAX_EDGE
"""Length of one form of a card."""
CARD_LENGTH = FORM_COUNT * FORM_LENGTH
"""Length of a card in both forms."""
TRACK_START = INKS_START + COLOUR_COUNT
"""Index of the track card in both forms."""
FACES_START = TRACK_START + CARD_LENGTH
"""Index of the first playing card; the others follow, CARD_LENGTH apart."""
DOTTED_START = FACES_START + CARD_COUNT * CARD_LENGTH
"""Index of the sets of rows and columns with a dot of any colour, two per card."""
DECK_LENGTH = DOTTED_START + CARD_COUNT * FORM_COUNT
"""Number of integers of an encoded deck."""


@noinline_rule
def load_deck(s: Any, deck: Any) -> None:
    """Copy the deck into the record, with the track in the orientation of the match (A5)."""
    s.width = deck[SHAPE_START]
    s.height = deck[SHAPE_START + 1]
    for card in range(CARD_COUNT):
        first = FACES_START + card * CARD_LENGTH
        for form in range(FORM_COUNT):
            s.dotted[card, form] = deck[DOTTED_START + card * FORM_COUNT + form]
            for colour in range(COLOUR_COUNT):
                for k in range(MAX_EDGE):
                    s.faces[card, form, colour, k] = deck[first + form * FORM_LENGTH + colour * MAX_EDGE + k]
    write_oriented_track(s, deck)


@rule
def write_oriented_track(s: Any, deck: Any) -> None:
    """Write the track as it lies. Horizontal is a quarter turn to the right; light reverses the columns (A5)."""
    s.columns = TRACK_HEIGHT if s.horizontal else TRACK_WIDTH
    s.rows = TRACK_WIDTH if s.horizontal else TRACK_HEIGHT
    form = TRANSPOSED_FORM if s.horizontal else PRINTED_FORM
    for colour in range(COLOUR_COUNT):
        for k in range(s.columns):
            # Turned right, the printed bottom row becomes the first column.
            source = s.columns - 1 - k if s.horizontal ^ s.light else k
            s.track[colour, k] = deck[TRACK_START + form * FORM_LENGTH + colour * MAX_EDGE + source]
