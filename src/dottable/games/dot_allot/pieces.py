"""Cards and the track (A1, A2): sizes, colours, and columns of dots as bit masks."""

from __future__ import annotations

import numpy as np

CARD_COUNT = 17
"""Number of playing cards in a deck."""
CARDS_IN_PLAY = 8
"""Number of cards that are used in a match (A7)."""
HAND_SIZE = 4
"""Number of cards that a player holds at the start of a round (A7)."""
NO_CARD = -1

MAX_EDGE = 7
"""Largest number of columns or rows of a card or the track."""
TRACK_WIDTH, TRACK_HEIGHT = 5, 7
"""Columns and rows of the track card as printed, which is also its vertical orientation."""

COLOUR_COUNT = 3
COLOUR_NAMES = ("blue", "red", "yellow")
COLOUR_LETTERS = "bry"
EMPTY_CELL = "."

PRINTED_FORM, TRANSPOSED_FORM = 0, 1
"""The two forms in which a card is stored: by columns as printed, and transposed."""
FORM_COUNT = 2

SCORING_COLUMN_COUNT = 9
"""Number of columns that count in a round: the starting column and the first column of each card (A14).

A set of cells is a bit mask with the bit column * MAX_EDGE + row, so that all cells fit into 63 bits.
"""

REVERSED_BITS = np.array([int(f"{bits:07b}"[::-1], 2) for bits in range(1 << MAX_EDGE)], np.int64)
"""Every 7-bit number with its bits in reverse order."""
