"""The observation tensor: what a seat knows, as integers. `observation_fields` names them."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import rule
from dottable.games.dot_tiles.pieces import BOX_COUNT, COPIES_PER_FACE_BY_SEATS, FACE_COUNT
from dottable.games.dot_tiles.state import SEATS

SCALAR_COUNT = 7
"""Number of single numbers at the start of the tensor."""
OBSERVATION_SIZE = SCALAR_COUNT + 3 * FACE_COUNT + SEATS * BOX_COUNT


@rule
def knows_drawn_tile(s: Any, seat: int) -> bool:
    """Return whether the seat sees the drawn tile. Only the seat to move does (C7)."""
    return seat == s.turn


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    """Write the observation of a seat in the order of FIELDS."""
    out[0] = s.phase
    out[1] = s.seats
    out[2] = (s.turn - seat + s.seats) % s.seats
    out[3] = s.hot + 1
    out[4] = s.drawn + 1 if knows_drawn_tile(s, seat) else 0
    out[5] = s.bag_left
    out[6] = s.single_colour_bonus
    for face in range(FACE_COUNT):
        out[SCALAR_COUNT + face] = s.hand[seat, face]
        out[SCALAR_COUNT + FACE_COUNT + face] = s.burned[face]
        out[SCALAR_COUNT + 2 * FACE_COUNT + face] = unseen_count(s, seat, face)
    for k in range(SEATS):
        for box in range(BOX_COUNT):
            tile = s.boxes[(seat + k) % s.seats, box] + 1 if k < s.seats else 0
            out[SCALAR_COUNT + 3 * FACE_COUNT + k * BOX_COUNT + box] = tile


@rule
def unseen_count(s: Any, seat: int, face: int) -> int:
    """Return the number of tiles of a face that the seat has not seen: in the bag, in other hands, or just drawn."""
    count = COPIES_PER_FACE_BY_SEATS[s.seats] - s.seen[face]
    if seat >= 0:
        count -= s.hand[seat, face]
    return count - (s.drawn == face and knows_drawn_tile(s, seat))
