"""A text screen as a picture, the same on every machine: Pillow's built-in bitmap letters on a fixed grid."""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.record import Array
from dottable.research.extras import need

CELL_WIDTH, CELL_HEIGHT = 6, 13
MARGIN = 8
LEAST_COLUMNS, LEAST_ROWS = 90, 30
PAPER, INK, RED = (250, 248, 242), (35, 38, 46), (196, 48, 43)
PLAIN = str.maketrans({"─": "-", "│": "|", "┼": "+", "♠": "s", "♥": "h", "♦": "d", "♣": "c", "●": "o"})
"""The bitmap letters know Latin 1 only."""
RED_SIGNS = "♥♦"


def picture_of(text: str, columns: int = LEAST_COLUMNS, rows: int = LEAST_ROWS) -> Array:
    """The text as pixels (height, width, 3), with room for at least so many columns and rows."""
    need("PIL", "research")
    from PIL import Image, ImageDraw, ImageFont

    lines = text.splitlines()
    columns = max(columns, *(len(line) for line in lines), 1)
    rows = max(rows, len(lines))
    size = (columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN)
    image = Image.new("RGB", size, PAPER)
    draw, letters = ImageDraw.Draw(image), ImageFont.load_default_imagefont()
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            if sign != " ":
                draw_sign(draw, letters, sign, column, row)
    return np.asarray(image, np.uint8).copy()


def draw_sign(draw: Any, letters: Any, sign: str, column: int, row: int) -> None:
    """One sign in its cell; what the letters do not have becomes a question mark."""
    known = sign.translate(PLAIN).encode("latin-1", "replace").decode("latin-1")
    place = (MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT)
    draw.text(place, known, font=letters, fill=RED if sign in RED_SIGNS else INK)


def cells_of(picture: Array) -> tuple[int, int]:
    """How many columns and rows a picture has room for."""
    height, width, _ = picture.shape
    return (width - 2 * MARGIN) // CELL_WIDTH, (height - 2 * MARGIN) // CELL_HEIGHT
