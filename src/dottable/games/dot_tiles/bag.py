"""The bag (C3): nobody knows its order, so its tiles lie in none and a draw is a random pick."""

from __future__ import annotations

from typing import Any

from dottable.core.chance import below
from dottable.core.rule import rule


@rule
def take_tile(s: Any, g: Any) -> int:
    """Take a random tile out of the bag, by the luck of the generator `g`."""
    position = below(g, s.bag_left)
    face = s.bag[position]
    s.bag_left -= 1
    s.bag[position] = s.bag[s.bag_left]
    return face


@rule
def put_tiles(s: Any, face: int, count: int) -> None:
    for _ in range(count):
        s.bag[s.bag_left] = face
        s.bag_left += 1
