"""Structures of arrays that `policy_kernels.py` takes as arguments."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from dottable.core.primitives.record import Array

__sources__ = (Path(__file__).resolve(),)
"""Files that compiled code using this module depends on, besides core; see `core/primitives/rule.py`."""


class SeatPolicies(NamedTuple):
    """Policy and reaction time of every seat, and what is simulated."""

    policies: Array
    """Per seat: `RANDOM_POLICY` or `GREEDY_POLICY` of `policy_kernels.py`."""
    medians_ms: Array
    """Per seat: median reaction time in milliseconds. Used only if `is_timed`."""
    is_timed: bool
    """Whether seats act in virtual time, after their own reaction times."""
    has_statistics: bool
    """Whether statistics are recorded."""


class MatchWorkspace(NamedTuple):
    """Scratch arrays for one match at a time, allocated once for many matches."""

    states: Array
    """One record: the match being played."""
    rng: Array
    fast_rng: Array
    actions: Array
    """Room for the list of legal actions."""
    due_ms: Array
    """Per seat: virtual time of its next action in milliseconds."""
    leaders: Array
    """Per step: the sole leader after it."""
    points: Array
    """Per seat: current points."""
    deficits: Array
    """Per seat: most points ever behind the leader."""
    returns: Array
    """Per seat: returns at the end."""


class SeriesOutput(NamedTuple):
    """Arrays that receive the results, one row per match."""

    steps: Array
    scores: Array
    returns: Array
    statistics: Array
    """One row per match, or a single unused row if no statistics are recorded."""
    moves: Array
    """Rows of (seat, action, time in ms) of the last match, as many as there is room for."""
