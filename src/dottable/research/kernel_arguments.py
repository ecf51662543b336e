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
