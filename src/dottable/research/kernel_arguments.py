"""Structures of arrays that compiled functions and CUDA kernels take as arguments.

Arrays have one row per match unless a field says otherwise.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class SelfPlayEnvConfig(NamedTuple):
    """Settings of a SelfPlayEnv that do not change between steps."""

    max_steps: int
    """Actions in a match before it is truncated."""
    has_races: bool


class SelfPlayEnvArrays(NamedTuple):
    """Records, seats to act and generators of the running matches of a SelfPlayEnv."""

    states: Any
    seats_to_act: Any
    times_ms: Any
    steps: Any
    """Actions played in the current match."""
    rngs: Any
    """Fast generators, for races and sampled actions."""


class SeatToActArrays(NamedTuple):
    """Legal actions, masks and observations of the seats to act in a SelfPlayEnv."""

    legal_actions: Any
    """Legal actions in ascending order; the first `legal_counts` entries are valid."""
    legal_counts: Any
    action_mask: Any
    observations: Any


class StepResultArrays(NamedTuple):
    """Rewards, ends of matches and refusals after one step of a SelfPlayEnv."""

    rewards: Any
    terminations: Any
    truncations: Any
    reasons: Any
    """Reason codes of refused actions, 0 elsewhere."""


class MatchScratchArrays(NamedTuple):
    """Scratch memory of a SelfPlayEnv, used for one match at a time."""

    generator: Any
    """A ChaCha generator."""
    actions: Any
    """Room for a list of legal actions."""


class GpuBatchArrays(NamedTuple):
    """Records, turns and generators of the matches of a GpuBatch."""

    states: Any
    turns: Any
    """Seat to act, CLOCK, or -1 when the match is over."""
    times_ms: Any
    rngs: Any
    """Fast generators, for sampled actions."""


class PlayoutResultArrays(NamedTuple):
    """The results of random playouts on a GPU."""

    steps: Any
    scores: Any
    returns: Any
    states: Any
    """Final records of the first matches."""
