"""The structures of arrays that `policy_match_kernels.py` takes as arguments."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from dottable.core.primitives.record import Array

__sources__ = (Path(__file__).resolve(),)
"""Source files of the code compiled from this module, besides those of core; see `core/primitives/rule.py`."""


class SeatPolicies(NamedTuple):
    """Policy and reaction time of every seat, and what to simulate."""

    policies: Array
    """Per seat: `RANDOM_POLICY` or `GREEDY_POLICY` of `policy_match_kernels.py`."""
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
    """Buffer for a list of legal actions."""
    due_ms: Array
    """Per seat: virtual time of its next action in milliseconds."""
    leaders: Array
    """Per step: the side in the sole lead after the step."""
    points: Array
    """Per seat: current points."""
    deficits: Array
    """Per seat: largest deficit to the leader so far, in points."""
    returns: Array
    """Per seat: returns at the end."""


class SeriesOutput(NamedTuple):
    """Arrays that receive the results, with one row per match."""

    steps: Array
    scores: Array
    returns: Array
    statistics: Array
    """Statistics, one row per match; a single unused row if no statistics are recorded."""
    moves: Array
    """Moves of the last match, as rows of (seat, action, time in ms). Moves that do not fit are not stored."""
