"""Text screens as RGB images, identical on every machine: Pillow's built-in bitmap font on a fixed grid."""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.extras import require_package
from dottable.core.primitives.record import Array

CELL_WIDTH, CELL_HEIGHT = 6, 13
"""Pixels of one character in Pillow's built-in font."""
MARGIN = 8
"""Pixels around the text."""
MIN_COLUMNS, MIN_ROWS = 90, 30
"""Smallest grid, in characters: most screens fit, so frames rarely change size."""
BACKGROUND, FOREGROUND, RED = (250, 248, 242), (35, 38, 46), (196, 48, 43)
LATIN_1_SUBSTITUTES = str.maketrans({"─": "-", "│": "|", "┼": "+", "♠": "s", "♥": "h", "♦": "d", "♣": "c", "●": "o"})
"""Replacements for characters that the bitmap font lacks: it covers Latin-1 only."""
RED_CHARACTERS = "♥♦"


def render_text_as_image(text: str, columns: int = MIN_COLUMNS, rows: int = MIN_ROWS) -> Array:
    """Return the text as pixels (height, width, 3) on a grid of at least `columns` by `rows` characters."""
    require_package("PIL", "research")
    from PIL import Image, ImageDraw, ImageFont

    lines = text.splitlines()
    columns = max(columns, *(len(line) for line in lines), 1)
    rows = max(rows, len(lines))
    size = (columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN)
    image = Image.new("RGB", size, BACKGROUND)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default_imagefont()
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            if character != " ":
                _draw_character(draw, font, character, (column, row))
    return np.asarray(image, np.uint8).copy()


def _draw_character(draw: Any, font: Any, character: str, cell: tuple[int, int]) -> None:
    """Draw one character in its (column, row) cell; the font's unknown characters become question marks."""
    printable = character.translate(LATIN_1_SUBSTITUTES).encode("latin-1", "replace").decode("latin-1")
    column, row = cell
    corner = (MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT)
    draw.text(corner, printable, font=font, fill=RED if character in RED_CHARACTERS else FOREGROUND)


def grid_size(image: Array) -> tuple[int, int]:
    """Return the number of columns and rows of a rendered image."""
    height, width, _ = image.shape
    return (width - 2 * MARGIN) // CELL_WIDTH, (height - 2 * MARGIN) // CELL_HEIGHT
