"""The structures of arrays that the kernels of the Gymnasium environments take as arguments.

Arrays have one row per environment unless a field says otherwise.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

__sources__ = (Path(__file__).resolve(),)
"""Source files of the code compiled from this module; see `core/primitives/rule.py`."""


class EpisodeRules(NamedTuple):
    """Settings of an episode that do not change between steps."""

    learner_seat: int
    """Seat of the learner. ROTATING_SEAT means the match number modulo the number of seats."""
    opening_moves: int
    """Number of moves that all seats play greedily before the episode begins."""
    ends_after_first_round: bool
    has_races: bool
    max_steps: int
    """Number of the learner's actions after which an episode is truncated."""
    autoreset: int
    """NEXT_STEP, SAME_STEP or DISABLED of `episode_kernels.py`."""


class SpaceMaps(NamedTuple):
    """Index maps between the game's spaces and the environment's spaces.

    A variant of the environment may leave out actions and observation entries of the game.
    """

    action_of: Any
    """Action of the game, by action of the environment."""
    index_of: Any
    """Action of the environment, by action of the game; NOT_OFFERED if it has none."""
    columns: Any
    """Index in the game's observation, by index in the environment's observation."""


class OpponentArrays(NamedTuple):
    """Policies and reaction times of the opponents."""

    policies: Any
    """Number of the policy of each opponent, in turn order after the learner."""
    medians_ms: Any
    """Median reaction time of every seat in ms, the learner's first, then in turn order."""


class EpisodeArrays(NamedTuple):
    """The running matches of all environments."""

    states: Any
    roots: Any
    """Root keys of the series."""
    started: Any
    """Number of matches of the series started so far."""
    rngs: Any
    """Fast random generators, for compiled opponents and reaction times."""
    times_ms: Any
    due_ms: Any
    """Per seat: time in ms at which it acts in a race."""
    seat_medians_ms: Any
    """Per seat: median reaction time in ms in the present match."""
    first_stages: Any
    """Stage (round) in which the match began."""
    steps: Any
    """Number of the learner's actions in the present match, including refused actions."""
    is_done: Any
    """Whether the episode has ended and must be reset."""


class StepResultArrays(NamedTuple):
    """The arrays that the environment returns after a step."""

    observations: Any
    action_mask: Any
    history: Any
    """Most recent moves, oldest first; no rows if the history is turned off."""
    seats: Any
    rewards: Any
    terminations: Any
    truncations: Any
    refused: Any
    """Reason codes of refused actions; 0 for actions that were played."""
    final_observations: Any
    """Last observations of episodes that ended in this step, if a new episode starts in the same step."""
    final_history: Any
    final_seats: Any


class ScratchArrays(NamedTuple):
    """Scratch memory, used for one match at a time."""

    generator: Any
    """ChaCha random generator."""
    actions: Any
    """Buffer for a list of legal actions."""
    observation: Any
    """Buffer for an observation of the game."""
    points: Any
    """Buffer for the scores of all seats."""
    returns: Any
    """Buffer for the returns of all seats."""
