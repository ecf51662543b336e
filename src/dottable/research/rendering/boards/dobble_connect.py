"""Draws the board of Dobble Connect: the hexagons on the table, and the players' top cards on the right."""

from __future__ import annotations

from functools import cache
from math import sqrt

from dottable.games.dobble_connect.deck.card_svg import HEXAGON_RADIUS, draw_card
from dottable.games.dobble_connect.deck.card_svg import MARGIN as CARD_MARGIN
from dottable.games.dobble_connect.pieces import SYMBOL_NAMES
from dottable.games.dobble_connect.view.seat_view import SymbolCard, View
from dottable.research.rendering.canvas import (
    CANVAS_HEIGHT,
    CANVAS_WIDTH,
    FAINT_COLOUR,
    HEADER_BOTTOM,
    MARGIN,
    SMALL_SIZE,
    Canvas,
    points_text,
)

PLAYERS_LEFT = 660
TABLE_WIDTH = PLAYERS_LEFT - 2 * MARGIN
MAX_CARD_RADIUS = 90
"""Maximum distance from the centre of a card on the table to a corner, in pixels."""
PICTURE_SCALE = (HEXAGON_RADIUS * sqrt(3) + CARD_MARGIN) / HEXAGON_RADIUS
"""Width of a card's picture divided by the radius of its hexagon."""


def draw_board(view: View, canvas: Canvas) -> None:
    """Draw the table on the left and the players on the right."""
    draw_table(view, canvas)
    columns = 1 if view.seats <= 3 else 2
    rows = -(-view.seats // columns)
    height = (CANVAS_HEIGHT - HEADER_BOTTOM - MARGIN) / rows
    room = (CANVAS_WIDTH - PLAYERS_LEFT - MARGIN) / columns
    width = min(room - 8, (height - 48) * PICTURE_SCALE / 2.2)
    points = {seat: team.points for team in view.teams for seat in team.seats}
    for seat, player in enumerate(view.players):
        left = PLAYERS_LEFT + (seat % columns) * room
        top = HEADER_BOTTOM + (seat // columns) * height
        is_locked = player.locked_until_ms is not None
        canvas.write_seat_name(left, top + 18, view, seat, points_text(points[seat]), is_active=not is_locked)
        status = f"{player.team}, {player.pack_left} more{', waits' if is_locked else ''}"
        canvas.write_text(left, top + 36, status, SMALL_SIZE, FAINT_COLOUR)
        if player.top is not None:
            canvas.draw_picture(card_picture(player.top), left, top + 42, width)


def draw_table(view: View, canvas: Canvas) -> None:
    """Draw the cards on the table, as large as possible."""
    centres = [(sqrt(3) * (spot.q + spot.r / 2), 1.5 * spot.r) for spot in view.table]
    if not centres:
        return
    xs, ys = zip(*centres, strict=True)
    across, down = max(xs) - min(xs) + PICTURE_SCALE, max(ys) - min(ys) + 2.2
    radius = min(MAX_CARD_RADIUS, TABLE_WIDTH / across, (CANVAS_HEIGHT - HEADER_BOTTOM - MARGIN) / down)
    left = MARGIN + (TABLE_WIDTH - radius * across) / 2
    top = HEADER_BOTTOM + (CANVAS_HEIGHT - HEADER_BOTTOM - MARGIN - radius * down) / 2
    for (x, y), spot in zip(centres, view.table, strict=True):
        picture = card_picture(spot.card)
        canvas.draw_picture(
            picture, left + radius * (x - min(xs)), top + radius * (y - min(ys)), radius * PICTURE_SCALE
        )


@cache
def card_picture_by_symbols(number: int, symbols: tuple[str, ...]) -> str:
    return draw_card(number, tuple(SYMBOL_NAMES.index(name) for name in symbols))


def card_picture(card: SymbolCard) -> str:
    """Return the SVG picture of a card."""
    return card_picture_by_symbols(card.number, card.symbols)
