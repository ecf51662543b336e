"""The search tree: an array of nodes, linked by first child and next sibling. The same code serves all games."""

from __future__ import annotations

from math import log, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from dottable.core.primitives import fast_rng
from dottable.core.primitives.rule import rule

__sources__ = (Path(__file__).resolve(),)
"""Source files of the code compiled from this module, besides those of core; see `core/primitives/rule.py`."""

NODE_DTYPE = np.dtype(
    (
        np.record,
        [
            ("first_child", np.int32),
            ("sibling", np.int32),
            ("action", np.int32),
            ("seat", np.int32),
            ("observation_key", np.int64),
            ("visits", np.int32),
            ("available", np.int32),
            ("total", np.float64),
        ],
    )
)
"""A tree node: an action of a seat. `available` counts the visits to its parent in which the action was legal. `total`
is the sum of the returns."""
ROOT_NODE = 0
NO_NODE = 0
"""Number that means "no child". It equals ROOT_NODE, because the root is never a child."""


@rule
def add_child(tree: Any, used: int, parent: int, seat: int, observation_key: int, action: int) -> int:
    """Add the node with number `used` as a child of `parent`, and return its number."""
    tree[used].first_child = NO_NODE
    tree[used].sibling = tree[parent].first_child
    tree[used].seat = seat
    tree[used].observation_key = observation_key
    tree[used].action = action
    tree[used].visits = 0
    tree[used].available = 0
    tree[used].total = 0.0
    tree[parent].first_child = used
    return used


@rule
def index_children(tree: Any, node: int, seat: int, observation_key: int, children: Any) -> int:
    """Write the seat's children of a node to `children`, indexed by action. Return the sum of their visits.

    Children with another observation key are left out.
    """
    visits = 0
    child = tree[node].first_child
    while child != NO_NODE:
        if tree[child].seat == seat and tree[child].observation_key == observation_key:
            children[tree[child].action] = child
            visits += tree[child].visits
        child = tree[child].sibling
    return visits


@rule
def clear_child_index(tree: Any, node: int, children: Any) -> None:
    """Set to NO_NODE every entry of `children` that `index_children` has written."""
    child = tree[node].first_child
    while child != NO_NODE:
        children[tree[child].action] = NO_NODE
        child = tree[child].sibling


@rule
def widened_candidate_count(visits: int, count: int) -> int:
    """Return how many of `count` ranked candidates a node considers after `visits` visits.

    Progressive widening: the number grows with the square root of the visits.
    """
    return min(count, 1 + int(sqrt(visits)))


@rule
def pick_candidate(
    tree: Any, candidates: Any, count: int, is_ranked: Any, children: Any, exploration: float, q: Any
) -> int:
    """Return the index of the candidate to try next: the first untried candidate, or else the best by UCB1.

    If the candidates are not ranked, an untried candidate is chosen at random.
    """
    untried = 0
    chosen = -1
    best = -1e9
    best_tried = -1
    for k in range(count):
        child = children[candidates[k]]
        if child == NO_NODE:
            untried += 1
            if untried == 1 or (not is_ranked and fast_rng.random_below(q, untried) == 0):
                chosen = k
        else:
            tree[child].available += 1
            bound = tree[child].total / tree[child].visits
            bound += exploration * sqrt(log(float(tree[child].available) + 1.0) / tree[child].visits)
            if bound > best:
                best = bound
                best_tried = k
    return chosen if chosen >= 0 else best_tried
