"""The bag (C3): nobody knows its order, so it is a count of tiles by face and a draw is a random pick."""

from __future__ import annotations

from typing import Any

from dottable.core.chance import below
from dottable.core.rule import rule
from dottable.games.dot_tiles.pieces import FACES


@rule
def take_tile(s: Any, g: Any) -> int:
    """Take a random tile out of the bag, by the luck of the generator `g`."""
    position = below(g, s.bag_left)
    face = 0
    passed = 0
    for other in range(FACES - 1):
        passed += s.bag[other]
        face += position >= passed
    s.bag[face] -= 1
    s.bag_left -= 1
    return face


@rule
def return_tile(s: Any, face: int) -> None:
    s.bag[face] += 1
    s.bag_left += 1
