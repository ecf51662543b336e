"""Cards and the track (A1, A2): their sizes, their colours, and columns of dots as bit masks."""

from __future__ import annotations

import numpy as np

CARDS = 17
IN_PLAY = 8
HAND = 4
NO_CARD = -1

EDGE = 7
"""No card has more columns or rows than this, and neither has the track."""
TRACK_WIDTH, TRACK_HEIGHT = 5, 7
"""The track card as printed, which is also how it lies when it is vertical."""

COLOURS = 3
COLOUR_NAMES = ("blue", "red", "yellow")
LETTERS = "bry"
EMPTY = "."

UPRIGHT, TURNED = 0, 1
"""The two forms a card is kept in: its columns as printed, and its rows taken for columns."""
FORMS = 2

WINDOW = 9
"""The columns that count in a round: the starting column and the first one of each card (A14).

A visible cell is the bit column * EDGE + row, so that all of them fit into one number."""

REVERSED = np.array([int(f"{bits:07b}"[::-1], 2) for bits in range(1 << EDGE)], np.int64)
"""Seven bits in the opposite order."""
