"""The cards on the table: laying one next to another (E5, E6), and lines of four (E8)."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import rule
from dottable.games.dobble_connect.pieces import SIDE_OF_STEP, SIDES, STEP_Q, STEP_R, colour
from dottable.games.dobble_connect.state import FREE

LINE = 4
AXES = 3


@rule
def lay_first(s: Any, card: int) -> None:
    """Clear the table and lay a starting card in its centre."""
    s.placed = 0
    lay_at(s, card, 0, 0)


@rule
def lay_next_to(s: Any, card: int, edge: int) -> None:
    """Lay a card at a free side of a spot."""
    spot, side = edge // SIDES, edge % SIDES
    lay_at(s, card, s.q[spot] + STEP_Q[side], s.r[spot] + STEP_R[side])


@rule
def lay_at(s: Any, card: int, q: int, r: int) -> None:
    """Lay a card on an empty hexagon and join it to all that it touches."""
    new = s.placed
    s.placed = new + 1
    s.card[new] = card
    s.q[new] = q
    s.r[new] = r
    for side in range(SIDES):
        s.neighbour[new * SIDES + side] = FREE
    for spot in range(new):
        step_q, step_r = s.q[spot] - q, s.r[spot] - r
        if step_q >= -1 and step_q <= 1 and step_r >= -1 and step_r <= 1:
            side = SIDE_OF_STEP[3 * (step_q + 1) + step_r + 1]
            if side >= 0:
                s.neighbour[new * SIDES + side] = spot
                s.neighbour[spot * SIDES + (side + 3) % SIDES] = new


@rule
def reach(s: Any, spot: int, side: int) -> int:
    """How many cards of the spot's colour follow each other from it to one side, the spot not counted."""
    wanted = colour(s.card[spot])
    count = 0
    following = s.neighbour[spot * SIDES + side]
    while following != FREE and colour(s.card[following]) == wanted:
        count += 1
        following = s.neighbour[following * SIDES + side]
    return count


@rule
def has_line(s: Any, spot: int) -> bool:
    """Whether four cards of the spot's colour lie in a row along one of the three axes (E8)."""
    for axis in range(AXES):
        if 1 + reach(s, spot, axis) + reach(s, spot, axis + AXES) >= LINE:
            return True
    return False
