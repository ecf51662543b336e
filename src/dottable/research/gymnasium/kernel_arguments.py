"""Structures of arrays that the compiled functions of the Gymnasium environments take.

Arrays have one row per environment unless a field says otherwise.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

__sources__ = (Path(__file__).resolve(),)
"""Files that compiled code from here depends on; see `core/primitives/rule.py`."""


class EpisodeRules(NamedTuple):
    """Settings of an episode that do not change between steps."""

    learner_seat: int
    """Seat of the learner; ROTATING_SEAT: match number modulo the number of seats."""
    opening_moves: int
    """Moves that all seats play greedily before the episode begins."""
    ends_after_first_round: bool
    has_races: bool
    max_steps: int
    """Actions of the learner before truncation."""
    autoreset: int
    """NEXT_STEP, SAME_STEP or DISABLED of `episode_kernels.py`."""


class SpaceMaps(NamedTuple):
    """Maps between the game's spaces and the environment's spaces, which a variant may reduce."""

    action_of: Any
    """Per action of the environment: the action of the game."""
    index_of: Any
    """Per action of the game: the action of the environment, or NOT_OFFERED."""
    columns: Any
    """Per number of the environment's observation: its index in the game's observation."""


class OpponentArrays(NamedTuple):
    """Policies and reaction times."""

    policies: Any
    """Number of the policy of each opponent, in turn order after the learner."""
    medians_ms: Any
    """Median reaction time of every seat in ms, the learner's first, then in turn order."""


class EpisodeArrays(NamedTuple):
    """Running matches."""

    states: Any
    roots: Any
    """Keys of the series."""
    started: Any
    """Matches of the series started so far."""
    rngs: Any
    """Fast generators, for compiled opponents and reaction times."""
    times_ms: Any
    due_ms: Any
    """Per seat: time at which it acts in a race."""
    seat_medians_ms: Any
    """Per seat: median reaction time in the present match."""
    first_stages: Any
    """Stage (round) in which the match began."""
    steps: Any
    """Actions of the learner in the present match, refused ones included."""
    is_done: Any
    """Whether the episode has ended and waits for a reset."""


class ResultArrays(NamedTuple):
    """What the environment returns."""

    observations: Any
    action_mask: Any
    history: Any
    """Latest moves, oldest first; zero rows of history if it is off."""
    seats: Any
    rewards: Any
    terminations: Any
    truncations: Any
    refused: Any
    """Reason codes of refused actions, 0 elsewhere."""
    final_observations: Any
    """Last observations of episodes that ended in this step, if they restart in the same step."""
    final_history: Any
    final_seats: Any


class ScratchArrays(NamedTuple):
    """Memory that is used for one match at a time."""

    generator: Any
    """A ChaCha generator."""
    actions: Any
    """Room for a list of legal actions."""
    observation: Any
    """Room for an observation of the game."""
    points: Any
    """Room for the scores of all seats."""
    returns: Any
    """Room for the returns of all seats."""
