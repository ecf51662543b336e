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
"""Maximum number of columns or rows of a card or the track."""
TRACK_WIDTH, TRACK_HEIGHT = 5, 7
"""Columns and rows of the track card as printed, which is also its vertical orientation."""

COLOUR_COUNT = 3
COLOUR_NAMES = ("blue", "red", "yellow")
COLOUR_LETTERS = "bry"
EMPTY_CELL = "."

PRINTED_FORM, TRANSPOSED_FORM = 0, 1
"""The two forms in which a card is stored: by columns as printed, and transposed."""
FORM_COUNT = 2

LAID_COLUMN_COUNT = 9
"""Number of columns that a round starts from or changes: the starting column and the first column of each card.

A set of their cells is a bit mask with the bit column * MAX_EDGE + row, so that all cells fit into 63 bits.
"""
SIDE_COLUMN_BITS = 4
"""Bits per column in a set of one side's cells: at most three scoring rows, and a bit that is always empty.

Bit column * SIDE_COLUMN_BITS + row, both counted from the first column of the track and the side's first row. All
columns that count (A14) fit: at most six left of the starting column, and the nine from it on.
"""

REVERSED_BITS = np.array([int(f"{bits:07b}"[::-1], 2) for bits in range(1 << MAX_EDGE)], np.int64)
"""Every 7-bit number with its bits in reverse order."""
