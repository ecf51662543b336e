"""The whole numbers of a deck, and how a match takes them in.

Rules find all they need ready: for every card and colour the rows with a dot in each column, the
columns with a dot in each row, and the rows and columns with any dot at all.
"""

from __future__ import annotations

from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.games.dot_allot.pieces import CARDS, COLOURS, EDGE, FORMS, TRACK_HEIGHT, TRACK_WIDTH, TURNED, UPRIGHT

SHAPE = 0
"""Columns and rows of the playing cards."""
INKS = SHAPE + 2
"""What each colour is printed in, as 0xRRGGBB."""
FORM = COLOURS * EDGE
CARD = FORMS * FORM
TRACK = INKS + COLOURS
FACES = TRACK + CARD
DOTTED = FACES + CARDS * CARD
COUNT = DOTTED + CARDS * FORMS


@big_rule
def load_deck(s: Any, deck: Any) -> None:
    """Copy the deck into the record, and turn the track the way it is played (A5)."""
    s.width = deck[SHAPE]
    s.height = deck[SHAPE + 1]
    for card in range(CARDS):
        first = FACES + card * CARD
        for form in range(FORMS):
            s.dotted[card, form] = deck[DOTTED + card * FORMS + form]
            for colour in range(COLOURS):
                for k in range(EDGE):
                    s.faces[card, form, colour, k] = deck[first + form * FORM + colour * EDGE + k]
    lay_track(s, deck)


@rule
def lay_track(s: Any, deck: Any) -> None:
    """Horizontal is a quarter turn to the right; the light side shows the columns in the opposite order (A5)."""
    s.columns = TRACK_HEIGHT if s.horizontal else TRACK_WIDTH
    s.rows = TRACK_WIDTH if s.horizontal else TRACK_HEIGHT
    form = TURNED if s.horizontal else UPRIGHT
    for colour in range(COLOURS):
        for k in range(s.columns):
            # Turned right, the printed bottom row becomes the first column.
            source = s.columns - 1 - k if s.horizontal ^ s.light else k
            s.track[colour, k] = deck[TRACK + form * FORM + colour * EDGE + source]
