"""The cards on the table: laying a card next to another (E5, E6), and lines of four (E8)."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import rule
from dottable.games.dobble_connect.pieces import SIDE_COUNT, SIDE_OF_STEP, SIDE_STEP_Q, SIDE_STEP_R, card_colour
from dottable.games.dobble_connect.state import NO_NEIGHBOUR

CARDS_IN_LINE = 4
"""Number of cards in a line (E8)."""
AXIS_COUNT = 3
"""Number of directions of lines. Each axis has two opposite sides."""


@rule
def lay_start_card(s: Any, card: int) -> None:
    """Clear the table and lay a starting card in its centre."""
    s.placed = 0
    lay_at(s, card, 0, 0)


@rule
def lay_next_to(s: Any, card: int, edge: int) -> None:
    """Lay a card at a free side of a spot."""
    spot, side = edge // SIDE_COUNT, edge % SIDE_COUNT
    lay_at(s, card, s.q[spot] + SIDE_STEP_Q[side], s.r[spot] + SIDE_STEP_R[side])


@rule
def lay_at(s: Any, card: int, q: int, r: int) -> None:
    """Lay a card on an empty hexagon and link it to its neighbours."""
    new = s.placed
    s.placed = new + 1
    s.card[new] = card
    s.q[new] = q
    s.r[new] = r
    for side in range(SIDE_COUNT):
        s.neighbour[new * SIDE_COUNT + side] = NO_NEIGHBOUR
    for spot in range(new):
        step_q, step_r = s.q[spot] - q, s.r[spot] - r
        if step_q >= -1 and step_q <= 1 and step_r >= -1 and step_r <= 1:
            side = SIDE_OF_STEP[3 * (step_q + 1) + step_r + 1]
            if side >= 0:
                s.neighbour[new * SIDE_COUNT + side] = spot
                s.neighbour[spot * SIDE_COUNT + (side + 3) % SIDE_COUNT] = new


@rule
def run_length(s: Any, spot: int, side: int) -> int:
    """Return the number of consecutive cards of the spot's colour on one side of the spot."""
    return run_length_of_colour(s, spot, side, card_colour(s.card[spot]))


@rule
def run_length_of_colour(s: Any, spot: int, side: int, wanted: int) -> int:
    """Return the number of consecutive cards of the wanted colour on one side of a spot."""
    count = 0
    following = s.neighbour[spot * SIDE_COUNT + side]
    while following != NO_NEIGHBOUR and card_colour(s.card[following]) == wanted:
        count += 1
        following = s.neighbour[following * SIDE_COUNT + side]
    return count


@rule
def line_length(s: Any, spot: int, axis: int, wanted: int) -> int:
    """Return the length of the line along an axis if the card on the spot had the wanted colour."""
    return 1 + run_length_of_colour(s, spot, axis, wanted) + run_length_of_colour(s, spot, axis + AXIS_COUNT, wanted)


@rule
def makes_line(s: Any, spot: int, wanted: int) -> bool:
    """Return whether a card of the wanted colour on the spot makes four in a row along an axis (E8)."""
    for axis in range(AXIS_COUNT):
        if line_length(s, spot, axis, wanted) >= CARDS_IN_LINE:
            return True
    return False


@rule
def has_line(s: Any, spot: int) -> bool:
    """Return whether the card on the spot makes four of its colour in a row (E8)."""
    return makes_line(s, spot, card_colour(s.card[spot]))
