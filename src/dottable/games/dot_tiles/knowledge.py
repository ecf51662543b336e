"""What a seat knows, for machines: the tensor, and redrawing what it cannot know."""

from __future__ import annotations

from typing import Any

from dottable.core.chance import rekey
from dottable.core.rule import rule
from dottable.games.dot_tiles.bag import put_tiles, take_tile
from dottable.games.dot_tiles.pieces import BOXES, COPIES, FACES, MOST_TILES, NO_TILE
from dottable.games.dot_tiles.state import SEATS

TABLE = 7
OBSERVATION = TABLE + 3 * FACES + SEATS * BOXES
"""Phase, seats, whose turn (0 = mine), HOT SWAP, my drawn tile, tiles in the bag, option;
my hand, the burned tiles and the tiles I have not seen, by face; all sheets, mine first, a box as face + 1."""


@rule
def knows_drawn(s: Any, seat: int) -> bool:
    """Only the player at turn sees the drawn tile before the turn is resolved (C7)."""
    return seat == s.turn


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    out[0] = s.phase
    out[1] = s.seats
    out[2] = (s.turn - seat + s.seats) % s.seats
    out[3] = s.hot + 1
    out[4] = s.drawn + 1 if knows_drawn(s, seat) else 0
    out[5] = s.bag_left
    out[6] = s.single_colour_bonus
    for face in range(FACES):
        out[TABLE + face] = s.hand[seat, face]
        out[TABLE + FACES + face] = s.burned[face]
        out[TABLE + 2 * FACES + face] = unseen(s, seat, face)
    for k in range(SEATS):
        for box in range(BOXES):
            known = s.boxes[(seat + k) % s.seats, box] + 1 if k < s.seats else 0
            out[TABLE + 3 * FACES + k * BOXES + box] = known


@rule
def unseen(s: Any, seat: int, face: int) -> int:
    """How many tiles of a face the seat has never seen: in the bag, in others' hands, or just drawn."""
    count = COPIES[s.seats] - s.seen[face]
    if seat >= 0:
        count -= s.hand[seat, face]
    return count - (s.drawn == face and knows_drawn(s, seat))


@rule
def resample(s: Any, seat: int, g: Any) -> None:
    """Put every tile that the seat has not seen into the bag, then draw the others' hands and tile anew."""
    s.bag_left = 0
    for face in range(FACES):
        put_tiles(s, face, unseen(s, seat, face))
    for other in range(s.seats):
        if other != seat:
            for face in range(FACES):
                s.hand[other, face] = 0
            for _ in range(s.hand_left[other]):
                s.hand[other, take_tile(s, g)] += 1
    if s.drawn != NO_TILE and not knows_drawn(s, seat):
        s.drawn = take_tile(s, g)
    forget_rest(s)
    rekey(s.rng, g)


@rule
def forget_rest(s: Any) -> None:
    """Clear what lies behind the bag's last tile, which tells of earlier draws."""
    for k in range(s.bag_left, MOST_TILES):
        s.bag[k] = 0
