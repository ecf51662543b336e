"""Ranking actions by value in compiled code, where no sort function is available."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import rule


@rule
def insert_by_value(k: int, action: int, value: int, values: Any, actions: Any) -> None:
    """Insert action number k, with its value, into the k ranked actions before it, best first.

    This is one step of a stable insertion sort.
    """
    place = k
    while place > 0 and values[place - 1] < value:
        values[place], actions[place] = values[place - 1], actions[place - 1]
        place -= 1
    values[place], actions[place] = value, action


@rule
def count_near_best(count: int, most: int, margin: int, values: Any) -> int:
    """Return how many of the `count` ranked values are within `margin` of the best, but at most `most`."""
    near = 1
    while near < min(count, most) and values[near] >= values[0] - margin:
        near += 1
    return near
