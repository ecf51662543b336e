"""Ranking actions inside compiled advice, where there are no lists to sort."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import rule


@rule
def place_action(k: int, action: int, worth: int, worths: Any, actions: Any) -> None:
    """Put the k-th action among those before it, which are ranked already: best first, equals in their order."""
    place = k
    while place > 0 and worths[place - 1] < worth:
        worths[place], actions[place] = worths[place - 1], actions[place - 1]
        place -= 1
    worths[place], actions[place] = worth, action


@rule
def near_best(count: int, most: int, margin: int, worths: Any) -> int:
    """How many of the ranked actions are no worse than the best by more than `margin`; `most` at most."""
    near = 1
    while near < min(count, most) and worths[near] >= worths[0] - margin:
        near += 1
    return near
