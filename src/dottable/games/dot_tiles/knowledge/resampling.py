"""Determinization: redraws every tile that a seat has not seen."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import rekey
from dottable.core.primitives.rule import rule
from dottable.games.dot_tiles.knowledge.observation import knows_drawn_tile, unseen_count
from dottable.games.dot_tiles.pieces import FACE_COUNT, MAX_TILES, NO_TILE
from dottable.games.dot_tiles.rules.bag import draw_from_bag, put_into_bag


@rule
def resample(s: Any, seat: int, g: Any) -> None:
    """Return all unseen tiles to the bag. Then redraw the other hands, a hidden drawn tile and future chance."""
    s.bag_left = 0
    for face in range(FACE_COUNT):
        put_into_bag(s, face, unseen_count(s, seat, face))
    for other in range(s.seats):
        if other != seat:
            for face in range(FACE_COUNT):
                s.hand[other, face] = 0
            for _ in range(s.hand_left[other]):
                s.hand[other, draw_from_bag(s, g)] += 1
    if s.drawn != NO_TILE and not knows_drawn_tile(s, seat):
        s.drawn = draw_from_bag(s, g)
    zero_unused_bag_entries(s)
    rekey(s.rng, g)


@rule
def zero_unused_bag_entries(s: Any) -> None:
    """Set the entries after the bag's last tile to zero, because they would reveal earlier draws."""
    for k in range(s.bag_left, MAX_TILES):
        s.bag[k] = 0
