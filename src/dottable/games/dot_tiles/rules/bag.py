"""The bag (C3). Its tiles have no order: each draw takes a random tile."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import random_below
from dottable.core.primitives.rule import rule


@rule
def draw_from_bag(s: Any, g: Any) -> int:
    """Remove a random tile from the bag and return its face. `g` is the random generator."""
    position = random_below(g, s.bag_left)
    face = s.bag[position]
    s.bag_left -= 1
    s.bag[position] = s.bag[s.bag_left]
    return face


@rule
def put_into_bag(s: Any, face: int, count: int) -> None:
    """Put `count` tiles of a face into the bag."""
    for _ in range(count):
        s.bag[s.bag_left] = face
        s.bag_left += 1
