"""Draws the board of DOTS (72 cards): a hand per player, with the draw pile and the discard pile at the bottom."""

from __future__ import annotations

from dottable.games.dots_72.deck.card_svg import CARD_HEIGHT, CARD_WIDTH, card_picture
from dottable.games.dots_72.deck_colours import PlacedColour
from dottable.games.dots_72.pieces import COLOUR_COUNT, COLOUR_LETTERS, DOTS_CARD_COUNT, FACE_OF_CODE, FIRST_DOTS
from dottable.games.dots_72.view.seat_view import View
from dottable.research.rendering.canvas import CANVAS_HEIGHT, CANVAS_WIDTH, HEADER_BOTTOM, MARGIN, Canvas, points_text

PILES_HEIGHT = 170
"""Height of the bottom row in pixels."""
MAX_CARD_WIDTH, PILE_CARD_WIDTH = 104, 88
NAME_HEIGHT = 26
HAND_ROOM = 7
"""Number of cards for which every row has space: six, and one that was just drawn."""
SHOWN_DISCARDS = 7
"""Number of most recent discards that are shown."""


def draw_board(view: View, canvas: Canvas) -> None:
    """Draw the hands in one or two columns, then the piles."""
    columns = 1 if view.seats <= 2 else 2
    rows = -(-view.seats // columns)
    room, height = (CANVAS_WIDTH - 2 * MARGIN) / columns, (CANVAS_HEIGHT - HEADER_BOTTOM - PILES_HEIGHT) / rows
    width = min(MAX_CARD_WIDTH, (height - NAME_HEIGHT - 12) * CARD_WIDTH / CARD_HEIGHT, room / HAND_ROOM - 6)
    for seat, hand in enumerate(view.hands):
        left, top = MARGIN + (seat % columns) * room, HEADER_BOTTOM + (seat // columns) * height
        canvas.write_seat_name(
            left, top + 18, view, seat, points_text(view.scores[seat]), is_active=seat in view.waiting
        )
        codes: list[str | None] = [card.code for card in hand.cards]
        for k, code in enumerate(codes + [None] * (hand.count - len(codes))):
            draw_card(view, canvas, code, left + k * (width + 6), top + NAME_HEIGHT, width)
    draw_piles(view, canvas)


def draw_piles(view: View, canvas: Canvas) -> None:
    """Draw the draw pile face down, and the most recent discards, top card first."""
    top = CANVAS_HEIGHT - PILES_HEIGHT + 34
    canvas.write_text(MARGIN, top - 10, f"Draw pile {view.pile_left}")
    draw_card(view, canvas, None, MARGIN, top, PILE_CARD_WIDTH)
    left = MARGIN + 2 * PILE_CARD_WIDTH
    canvas.write_text(left, top - 10, f"Discards {view.discards_left}, the top card first")
    for k, code in enumerate(view.discards[: -SHOWN_DISCARDS - 1 : -1]):
        draw_card(view, canvas, code, left + k * (PILE_CARD_WIDTH + 6), top, PILE_CARD_WIDTH)


def draw_card(view: View, canvas: Canvas, code: str | None, x: float, y: float, width: float) -> None:
    """Draw a card by its code; face down if the code is None."""
    if code is None:
        canvas.draw_card_back(x, y, width, width * CARD_HEIGHT / CARD_WIDTH)
        return
    face = FACE_OF_CODE[code]
    colours = tuple(PlacedColour(COLOUR_LETTERS.index(one.letter), one.name, one.paint) for one in view.colours)
    dots = [0] * COLOUR_COUNT
    if FIRST_DOTS <= face < FIRST_DOTS + DOTS_CARD_COUNT:
        for colour, count in zip(colours, view.dots_cards[face - FIRST_DOTS], strict=True):
            dots[colour.place] = count
    canvas.draw_picture(card_picture(face, tuple(dots), colours), x, y, width)
