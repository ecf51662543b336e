"""Renders text screens as RGB images with Pillow's built-in bitmap font, with the same pixels on every machine."""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.optional_packages import require_package
from dottable.core.primitives.record import Array

CELL_WIDTH, CELL_HEIGHT = 6, 13
"""Size of one character in Pillow's built-in font, in pixels."""
MARGIN = 8
"""Margin around the text, in pixels."""
MIN_COLUMNS, MIN_ROWS = 90, 30
"""Minimum grid size in characters. Most screens fit, so frames rarely change size."""
BACKGROUND_COLOUR, TEXT_COLOUR, RED_COLOUR = (250, 248, 242), (35, 38, 46), (196, 48, 43)
LATIN_1_SUBSTITUTES = str.maketrans({"─": "-", "│": "|", "┼": "+", "♠": "s", "♥": "h", "♦": "d", "♣": "c", "●": "o"})
"""Replacements for characters that the bitmap font lacks, because it covers only Latin-1."""
RED_CHARACTERS = "♥♦"


def render_text_as_image(text: str, columns: int = MIN_COLUMNS, rows: int = MIN_ROWS) -> Array:
    """Return a text as pixels of shape (height, width, 3), on a grid of at least `columns` by `rows` characters."""
    require_package("PIL", "research")
    from PIL import Image, ImageDraw, ImageFont

    lines = text.splitlines()
    columns = max(columns, *(len(line) for line in lines), 1)
    rows = max(rows, len(lines))
    size = (columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN)
    image = Image.new("RGB", size, BACKGROUND_COLOUR)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default_imagefont()
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            if character != " ":
                _draw_character(draw, font, character, (column, row))
    return np.asarray(image, np.uint8).copy()


def _draw_character(draw: Any, font: Any, character: str, cell: tuple[int, int]) -> None:
    """Draw one character in a (column, row) cell. Characters that the font lacks become question marks."""
    printable = character.translate(LATIN_1_SUBSTITUTES).encode("latin-1", "replace").decode("latin-1")
    column, row = cell
    corner = (MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT)
    draw.text(corner, printable, font=font, fill=RED_COLOUR if character in RED_CHARACTERS else TEXT_COLOUR)


def grid_size(image: Array) -> tuple[int, int]:
    """Return the number of columns and rows of characters in a rendered image."""
    height, width, _ = image.shape
    return (width - 2 * MARGIN) // CELL_WIDTH, (height - 2 * MARGIN) // CELL_HEIGHT
