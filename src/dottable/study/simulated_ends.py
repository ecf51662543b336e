"""Ends of simulated rounds after a move, from which games take reasons for reviews."""

from __future__ import annotations

from typing import Any

from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.study.rollouts import rollout_workspace

END_SEED = bytes(32)
"""Seed of the sampled deals and of the random numbers. It is the same for all actions that are compared."""
END_POOL = 192
"""Number of states to infer for the sampled deals. Only DOTS infers states."""
PLAYED_STATE = 2
"""Index of the state in which a rollout ends in `RolloutWorkspace.states` (`study_kernels.py`)."""


def simulated_ends(access: SeatAccess, action: int, count: int) -> list[Any]:
    """Return the seat's views at the ends of `count` simulated rounds in which it first makes an action.

    Each round has a deal sampled from what the seat knows, and all seats follow the rollout policy, as in the judgement
    of a decision. The k-th rounds after two actions share the deal and the random numbers.
    """
    work, match = rollout_workspace(access.game), access.determinize(END_SEED)
    pool_size = work.fill_pool_for_seat(access, END_SEED, END_POOL)
    views = []
    for _ in range(count):
        work.compare_actions(access, [action], 1, pool_size)
        views.append(view_of_last_rollout(access, match))
    return views


def view_of_last_rollout(access: SeatAccess, match: Match) -> Any:
    """Return the seat's view of the state in which the last rollout ended. `match` has the settings for it."""
    raw = rollout_workspace(access.game).states[PLAYED_STATE].tobytes()
    return match.with_state(raw, access.now_ms).view(access.seat)
