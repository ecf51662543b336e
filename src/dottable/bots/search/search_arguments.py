"""Structures that the search kernels take as arguments."""

from __future__ import annotations

from typing import Any, NamedTuple


class SearchSettings(NamedTuple):
    """What does not change during one search."""

    seat: int
    """The seat that searches."""
    now_ms: int
    """Time of the match in milliseconds."""
    rollout_limit: int
    """Steps after which a rollout stops and is evaluated."""
    random_rate: int
    """Random steps in a rollout, per 1024 steps."""
    exploration: float
    """Exploration constant of UCB1."""
    is_ranked: bool
    """Whether the game ranks candidates and evaluates stages; else every legal action is a candidate."""
    pool_size: int
    """Number of states in the pool; 0 to determinize in every round."""
    uses_true_state: bool
    """Whether simulations use the true state. Only for measuring the value of hidden information."""


class SearchMemory(NamedTuple):
    """Working memory of one search."""

    states: Any
    """The root state, the sampled state, the state being played, and one that `infer_states` may use."""
    tree: Any
    """Nodes, see `tree.py`."""
    path: Any
    """Nodes on the way down, from place 1 on. Place 0 receives the number of steps of the last simulation."""
    generator: Any
    """A ChaCha generator, for determinizing."""
    rng: Any
    """A fast generator, for rollouts."""
    round_seeds: Any
    """Two words that restart the fast generator for every candidate of a round (common random numbers)."""
    children: Any
    """By action: the child of the present node, or NO_NODE."""
    actions: Any
    """Space for a list of legal actions."""
    candidates: Any
    """Space for a list of candidates."""
    values: Any
    """By seat: the value where a rollout stopped."""
    steps: Any
    """One number: steps of all simulations so far."""


class StatePool(NamedTuple):
    """States that agree with what a seat knows, drawn by weight."""

    states: Any
    cumulative_weights: Any
