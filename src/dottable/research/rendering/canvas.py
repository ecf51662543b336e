"""An image of fixed size, with the drawing operations that boards need."""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.optional_packages import require_package
from dottable.core.primitives.record import Array
from dottable.core.views.narration import capitalized, name_for
from dottable.research.rendering.svg_raster import load_font, rasterize

CANVAS_WIDTH, CANVAS_HEIGHT = 960, 640
"""Size of all frames, in pixels."""
MARGIN = 20
TABLE_COLOUR, INK_COLOUR, FAINT_COLOUR, HIGHLIGHT_COLOUR, CARD_BACK_COLOUR = (
    "#e9e4d6",
    "#23262e",
    "#6b675f",
    "#c8243a",
    "#8d8a83",
)
TITLE_SIZE, TEXT_SIZE, SMALL_SIZE = 22, 16, 13
HEADER_BOTTOM = 52
"""First pixel row below the title."""


class Canvas:
    """An image to draw on. Positions and sizes are in pixels."""

    def __init__(self) -> None:
        require_package("PIL", "research")
        from PIL import Image, ImageDraw

        self.image = Image.new("RGB", (CANVAS_WIDTH, CANVAS_HEIGHT), TABLE_COLOUR)
        self._draw = ImageDraw.Draw(self.image)

    def draw_picture(self, svg: str, x: float, y: float, width: float) -> None:
        """Draw an SVG picture with its upper left corner at (x, y)."""
        piece: Any = rasterize(svg, max(8, round(width)))
        self.image.paste(piece, (round(x), round(y)), piece)

    def write_text(
        self, x: float, y: float, words: str, size: float = TEXT_SIZE, colour: str = INK_COLOUR, anchor: str = "ls"
    ) -> None:
        """Write a line of text with its baseline at y."""
        self._draw.text((x, y), words, colour, load_font(size), anchor)

    def draw_card_back(self, x: float, y: float, width: float, height: float, words: str = "") -> None:
        """Draw a face-down card with a text in its middle."""
        self._draw.rounded_rectangle((x, y, x + width, y + height), width / 12, CARD_BACK_COLOUR, INK_COLOUR)
        if words:
            self.write_text(x + width / 2, y + height / 2, words, max(10, width / 4), "#fff", "mm")

    def write_header(self, headline: str) -> None:
        """Write the first line of a text screen: title on the left, status on the right."""
        title, _, status = headline.partition("  ")
        self.write_text(MARGIN, 36, title.strip(), TITLE_SIZE)
        self.write_text(CANVAS_WIDTH - MARGIN, 36, status.strip(), TEXT_SIZE, FAINT_COLOUR, "rs")

    def write_seat_name(
        self, x: float, y: float, view: Any, seat: int, words: str = "", *, is_active: bool = False
    ) -> None:
        """Write the name of a seat, followed by `words`. The name is red if the match waits for the seat."""
        name = capitalized(name_for(view.seat, seat))
        self.write_text(
            x, y, f"{name}{'  ' if words else ''}{words}", TEXT_SIZE, HIGHLIGHT_COLOUR if is_active else INK_COLOUR
        )

    def pixels(self) -> Array:
        """Return the image as an array of shape (height, width, 3)."""
        return np.asarray(self.image, np.uint8).copy()


def points_text(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"
