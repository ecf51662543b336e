"""Renders matches: text screens (`ansi`, `human`) and drawn boards (`rgb_array`)."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

from dottable.core.game import Game, View
from dottable.core.primitives.record import Array
from dottable.research.rendering.canvas import Canvas
from dottable.research.rendering.text_image import MIN_COLUMNS, MIN_ROWS, grid_size, render_text_as_image


class FrameRenderer:
    """Renders the views of one game.

    Frames of drawn boards have a fixed size. Other frames never become smaller, because videos need this.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._grid = (MIN_COLUMNS, MIN_ROWS)
        module = f"{__name__}.boards.{game.slug}"
        self._board = import_module(module) if find_spec(module) else None

    def render(self, view: View, mode: str) -> str | Array | None:
        """Return the view as text (`ansi`) or pixels (`rgb_array`), or print the text (`human`)."""
        text = self.game.view.draw_screen(view)
        if mode == "ansi":
            return text
        if mode == "rgb_array":
            return self._draw(view, text)
        sys.stdout.write(text + "\n")
        return None

    def _draw(self, view: View, text: str) -> Array:
        """Return the drawn board as pixels. In a game without a drawn board, return the text screen as pixels."""
        if self._board is not None:
            canvas = Canvas()
            canvas.write_header(text.partition("\n")[0])
            self._board.draw_board(view, canvas)
            return canvas.pixels()
        image = render_text_as_image(text, *self._grid)
        self._grid = grid_size(image)
        return image
