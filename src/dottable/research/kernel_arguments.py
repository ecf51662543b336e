"""The structures of arrays that kernels on the CPU and the GPU take as arguments.

Arrays have one row per match unless a field says otherwise.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class SelfPlayEnvConfig(NamedTuple):
    """Settings of a SelfPlayEnv that do not change between steps."""

    max_steps: int
    """Number of actions after which a match is truncated."""
    has_races: bool


class SelfPlayEnvArrays(NamedTuple):
    """Records, seats to act and generators of the running matches of a SelfPlayEnv."""

    states: Any
    seats_to_act: Any
    times_ms: Any
    steps: Any
    """Number of actions played in the current match."""
    rngs: Any
    """Fast random generators, for races and sampled actions."""


class SeatToActArrays(NamedTuple):
    """Legal actions, masks and observations of the seats to act in a SelfPlayEnv."""

    legal_actions: Any
    """Legal actions in ascending order. Only the first `legal_counts` entries are valid."""
    legal_counts: Any
    action_mask: Any
    observations: Any


class SelfPlayResultArrays(NamedTuple):
    """Rewards, ends of matches and refused actions after one step of a SelfPlayEnv."""

    rewards: Any
    terminations: Any
    truncations: Any
    reasons: Any
    """Reason codes of refused actions; 0 for actions that were played."""


class MatchScratchArrays(NamedTuple):
    """Scratch memory of a SelfPlayEnv, used for one match at a time."""

    generator: Any
    """ChaCha random generator."""
    actions: Any
    """Buffer for a list of legal actions."""


class GpuBatchArrays(NamedTuple):
    """Records, seats to act and generators of the matches of a GpuBatch."""

    states: Any
    turns: Any
    """Seat to act; CLOCK; or -1 if the match is over."""
    times_ms: Any
    rngs: Any
    """Fast random generators, for sampled actions."""


class PlayoutResultArrays(NamedTuple):
    """Results of random playouts on a GPU."""

    steps: Any
    scores: Any
    returns: Any
    states: Any
    """Final records of the first matches."""


class SearchMatchArrays(NamedTuple):
    """Matches between search bots on a GPU."""

    states: Any
    turns: Any
    """Seat to act; -1 if the match is over."""
    roots: Any
    """States from which the present searches start: what the seat to act knows, the rest sampled."""
    child_counts: Any
    """Number of root children of the present searches. A single child is the only legal action."""
    trees: Any
    """Tree nodes per match. The root's children share them equally: each has its own subtree."""


class RootChildArrays(NamedTuple):
    """The children of the roots of all searches, by match and child. Child 0 is the greedy action."""

    actions: Any
    generators: Any
    """ChaCha generators. All children of a root draw the same numbers, so that they see the same sampled states."""
    rngs: Any
    """Fast random generators, also the same for all children of a root."""
    used: Any
    """Number of tree nodes in use."""
    visits: Any
    totals: Any
    """Sum of the returns of all simulations."""


class SearchStarts(NamedTuple):
    """The searches to start: one row per search."""

    matches: Any
    """Number of the match."""
    keys: Any
    """Key words of the ChaCha generator."""
    fast_seeds: Any
    """Two words that seed the fast generator."""
    limits: Any
    """Maximum number of candidates to compare."""


class SearchChunk(NamedTuple):
    """The simulations of one kernel launch: one row per root child."""

    pairs: Any
    """Match and child as one number: match * children per match + child."""
    rounds: Any
    """Number of simulations to run."""


class RootMemory(NamedTuple):
    """Working memory (arrays) for starting a search."""

    generator: Any
    rng: Any
    legal_actions: Any
    actions: Any
    """Buffer for a list of actions."""
    candidates: Any


class SimulationScratch(NamedTuple):
    """Two small arrays that `simulate` takes besides the search memory."""

    root_children: Any
    """Array of one number: the root child to simulate."""
    pool_weights: Any
