"""Draws the board of Dot Allot: the track with its cards, and the two hands beside it."""

from __future__ import annotations

from dottable.core.registry import find_game
from dottable.games.dot_allot.deck.card_svg import CELL_SIZE, draw_card, draw_cards_on_track
from dottable.games.dot_allot.deck.deck_encoding import INK_COLOURS_START
from dottable.games.dot_allot.pieces import COLOUR_COUNT
from dottable.games.dot_allot.view.seat_view import Side, View
from dottable.research.rendering.canvas import CANVAS_HEIGHT, CANVAS_WIDTH, HEADER_BOTTOM, MARGIN, Canvas, points_text

HAND_LEFT, HAND_CARD_WIDTH, HAND_STEP = 500, 96, 108
BOARD_WIDTH = HAND_LEFT - 2 * MARGIN
HIDDEN_CARD_HEIGHT = 130


def draw_board(view: View, canvas: Canvas) -> None:
    """Draw the track and both hands. The hand of the side that plays the upper rows is above."""
    placed = [(card.face, card.column - 1, card.row - 1) for card in view.placements]
    picture = (
        draw_cards_on_track(view.track, placed, ink_colours())
        if placed
        else draw_card(view.track, ink_colours(), is_light=False, is_track=True)
    )
    columns = max([len(view.track[0]), *(column + len(face[0]) for face, column, _ in placed)])
    canvas.draw_picture(picture, MARGIN, HEADER_BOTTOM + 20, min(BOARD_WIDTH, 2.2 * CELL_SIZE * columns))
    sides = sorted(view.sides, key=lambda side: side.rows[0])
    for side, top in zip(sides, (HEADER_BOTTOM + 24, HEADER_BOTTOM + 300), strict=True):
        draw_hand(view, canvas, side, top)
    if view.queue:
        waiting = ", ".join(f"Player {seat + 1} ({view.totals[seat]})" for seat in view.queue)
        canvas.write_text(MARGIN, CANVAS_HEIGHT - MARGIN, f"Waiting: {waiting}")


def draw_hand(view: View, canvas: Canvas, side: Side, top: float) -> None:
    """Draw the name, the points and the cards of a side. Hidden cards are face down."""
    words = points_text(view.totals[side.seat]) + ("" if side.reverse_left else ", reverse used")
    canvas.write_seat_name(HAND_LEFT, top, view, side.seat, words, is_active=side.seat == view.turn)
    hand = side.hand
    for k in range(side.hand_count if hand is None else len(hand)):
        x = HAND_LEFT + HAND_STEP * k
        if hand is None:
            canvas.draw_card_back(x, top + 12, HAND_CARD_WIDTH, HIDDEN_CARD_HEIGHT)
        else:
            picture = draw_card(hand[k].face, ink_colours(), is_light=False, is_track=False)
            canvas.draw_picture(picture, x, top + 12, min(HAND_CARD_WIDTH, (CANVAS_WIDTH - HAND_LEFT) / 4))


def ink_colours() -> tuple[int, ...]:
    """Return the ink of each colour in the house deck."""
    deck = find_game("dot_allot").house_deck
    assert deck is not None
    return deck.numbers[INK_COLOURS_START : INK_COLOURS_START + COLOUR_COUNT]
