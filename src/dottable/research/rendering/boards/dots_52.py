"""Draws the board of Dots (52 cards): a row of cards per player, with the stock and the pile at the bottom."""

from __future__ import annotations

from functools import cache

from dottable.games.dots_52.deck.card_svg import CARD_HEIGHT, CARD_WIDTH, draw_back, draw_card
from dottable.games.dots_52.pieces import RANK_TEXTS
from dottable.games.dots_52.view.seat_view import TableauSlot, View
from dottable.research.rendering.canvas import CANVAS_HEIGHT, CANVAS_WIDTH, HEADER_BOTTOM, MARGIN, Canvas, points_text

SUIT_SYMBOLS = "♠♥♦♣"
PILES_HEIGHT = 140
"""Height of the bottom row in pixels."""
MAX_CARD_WIDTH = 92
PILE_CARD_WIDTH = 72
NAME_HEIGHT = 26
MIN_SLOTS = 6
"""Number of slots for which every row has space."""


def draw_board(view: View, canvas: Canvas) -> None:
    """Draw the players in one or two columns, then the piles."""
    columns = 1 if view.seats <= 2 else 2
    rows = -(-view.seats // columns)
    height = (CANVAS_HEIGHT - HEADER_BOTTOM - PILES_HEIGHT) / rows
    slots = max(MIN_SLOTS, *(len(places) for places in view.tableaux))
    room = (CANVAS_WIDTH - 2 * MARGIN) / columns
    width = min(MAX_CARD_WIDTH, (height - NAME_HEIGHT - 12) * CARD_WIDTH / CARD_HEIGHT, room / slots - 4)
    for seat in range(view.seats):
        left, top = MARGIN + (seat % columns) * room, HEADER_BOTTOM + (seat // columns) * height
        called = ", called Dots" if seat == view.caller else ""
        words = points_text(view.scores[seat]) + called
        canvas.write_seat_name(left, top + 18, view, seat, words, is_active=seat in view.waiting)
        for k, place in enumerate(view.tableaux[seat]):
            draw_slot(canvas, place, left + k * (width + 4), top + NAME_HEIGHT, width)
    draw_piles(view, canvas)


def draw_slot(canvas: Canvas, place: TableauSlot, x: float, y: float, width: float) -> None:
    """Draw the card in a slot; nothing if the slot is empty."""
    if place.present:
        canvas.draw_picture(card_picture(place.card), x, y, width)


def draw_piles(view: View, canvas: Canvas) -> None:
    """Draw the stock, the pile and the drawn card."""
    top, step = CANVAS_HEIGHT - PILES_HEIGHT + 30, PILE_CARD_WIDTH + 110
    drawn = [("Drawn", view.drawn)] if view.has_drawn else []
    piles = [(f"Stock {view.stock_left}", None), (f"Pile {view.pile_left}", view.pile_top), *drawn]
    for k, (label, card) in enumerate(piles):
        x = MARGIN + step * k
        canvas.write_text(x, top - 8, label)
        if card is not None or not label.startswith("Pile"):
            canvas.draw_picture(card_picture(card), x, top, PILE_CARD_WIDTH)


@cache
def card_picture(card: str | None) -> str:
    """Return the SVG picture of a card, given in the notation of views. None means the back."""
    if card is None:
        return draw_back()
    return draw_card(4 * RANK_TEXTS.index(card[:-1]) + SUIT_SYMBOLS.index(card[-1]))
