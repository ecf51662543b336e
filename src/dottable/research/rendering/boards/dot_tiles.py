"""Draws the board of DOT: Dice or Tiles, with the shared tiles at the top and the sheets below."""

from __future__ import annotations

from collections.abc import Sequence

from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dot_tiles.deck.tile_svg import SHEET_HEIGHT, SHEET_WIDTH, draw_sheet, draw_tile
from dottable.games.dot_tiles.view.notation import FACE_BY_NOTATION
from dottable.games.dot_tiles.view.seat_view import Sheet, View
from dottable.research.rendering.canvas import (
    CANVAS_HEIGHT,
    CANVAS_WIDTH,
    FAINT_COLOUR,
    HEADER_BOTTOM,
    MARGIN,
    SMALL_SIZE,
    Canvas,
)

TILE_WIDTH, TILE_STEP = 40, 46
SHARED_TOP, SHEETS_TOP = HEADER_BOTTOM + 6, HEADER_BOTTOM + 74
LABEL_WIDTH = 84


def draw_board(view: View, canvas: Canvas) -> None:
    """Draw HOT SWAP, the drawn tile, the hand, and one sheet per seat."""
    draw_shared_tiles(view, canvas)
    draw_sheets(view, canvas)


def draw_shared_tiles(view: View, canvas: Canvas) -> None:
    """Draw the row at the top: HOT SWAP, the bag, the drawn tile, and the hand or the burned tiles."""
    x = tile_row(canvas, MARGIN, "HOT SWAP", [view.hot])
    canvas.write_text(x, SHARED_TOP + 30, f"Bag {view.bag_left}")
    x += 80
    if view.drawn:
        x = tile_row(canvas, x, "Drawn", [view.drawn])
    if view.hand and view.seat != SPECTATOR:
        tile_row(canvas, x, "Hand", view.hand)
    elif view.burned:
        tile_row(canvas, x, "Burned", view.burned[-8:])


def draw_sheets(view: View, canvas: Canvas) -> None:
    """Draw the sheets of all seats in two columns, each with the seat's name and points above."""
    columns, rows = 2, 1 if view.seats <= 2 else 2
    height = (CANVAS_HEIGHT - SHEETS_TOP) / rows
    width = min((CANVAS_WIDTH - 3 * MARGIN) / columns, (height - 34) * SHEET_WIDTH / SHEET_HEIGHT)
    for seat in range(view.seats):
        left = MARGIN + (seat % columns) * (CANVAS_WIDTH - MARGIN) / columns
        top = SHEETS_TOP + (seat // columns) * height
        points = f"{view.totals[seat]} points"
        canvas.write_seat_name(left, top + 16, view, seat, points, is_active=seat == view.turn)
        canvas.draw_picture(sheet_picture(view.sheets[seat]), left, top + 24, width)


def tile_row(canvas: Canvas, x: float, label: str, tiles: Sequence[str | None]) -> float:
    """Draw a label and a row of tiles. Return the x coordinate after them."""
    canvas.write_text(x, SHARED_TOP + 30, label, SMALL_SIZE, FAINT_COLOUR)
    x += LABEL_WIDTH
    for tile in tiles:
        if tile:
            canvas.draw_picture(draw_tile(FACE_BY_NOTATION[tile]), x, SHARED_TOP, TILE_WIDTH)
        x += TILE_STEP
    return x + MARGIN


def sheet_picture(sheet: Sheet) -> str:
    """Return the SVG picture of a sheet with its tiles and the points of its groups."""
    tiles = [tile for group in sheet.groups for tile in group.tiles]
    faces = {box: FACE_BY_NOTATION[tile] for box, tile in enumerate(tiles) if tile}
    return draw_sheet(faces, [group.points for group in sheet.groups])
