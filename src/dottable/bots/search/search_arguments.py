"""The structures that the search kernels take as arguments."""

from __future__ import annotations

from typing import Any, NamedTuple


class SearchSettings(NamedTuple):
    """Values that stay constant during one search."""

    seat: int
    """The seat for which the search chooses an action."""
    now_ms: int
    """Time of the match in milliseconds."""
    rollout_limit: int
    """Number of steps after which a rollout stops and the state is evaluated."""
    random_rate: int
    """Probability of a random step in a rollout, in 1/1024."""
    exploration: float
    """Exploration constant of UCB1."""
    is_ranked: bool
    """Whether the game ranks candidates and evaluates stages. If not, every legal action is a candidate."""
    pool_size: int
    """Number of sampled states in the pool; 0 to determinize again in every round."""
    uses_true_state: bool
    """Whether simulations use the true state. Set only to measure the value of hidden information."""


class SearchMemory(NamedTuple):
    """Working memory (arrays) of one search."""

    states: Any
    """Four states: the root, the sampled state, the state being played, and scratch space for `infer_states`."""
    tree: Any
    """Array of tree nodes, see `tree.py`."""
    path: Any
    """Nodes on the path of a simulation, from the root's child downward, starting at entry 1. Entry 0 receives the
    number of steps of the last simulation."""
    generator: Any
    """ChaCha random generator, for determinizing."""
    rng: Any
    """Fast random generator, for rollouts."""
    round_seeds: Any
    """Two 64-bit words that seed the fast generator again for every candidate of a round (common random numbers)."""
    children: Any
    """Child of the present node by action; NO_NODE if the action has no child."""
    actions: Any
    """Buffer for a list of legal actions."""
    candidates: Any
    """Buffer for a list of candidates."""
    values: Any
    """Value of the state where a rollout stopped, by seat."""
    steps: Any
    """Array of one number: the steps of all simulations so far."""


class StatePool(NamedTuple):
    """Sampled states that agree with what a seat knows.

    They are drawn with probability proportional to their weight.
    """

    states: Any
    cumulative_weights: Any
