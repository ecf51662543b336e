"""An evaluator for OpenSpiel's Python searches (MCTS, ISMCTS) that plays to the end in compiled code.

OpenSpiel's own evaluator would call Python several times a step; this one calls it once a match.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core import quick
from dottable.core.match import Match, action_buffer
from dottable.core.record import Array, for_rules


class CompiledRollouts:
    """Random matches from a state to the end, `matches` for each evaluation; every action is as good before."""

    def __init__(self, matches: int = 1, seed: int = 0) -> None:
        self._matches = matches
        self._luck = quick.generator()
        quick.start(for_rules(self._luck), seed, seed + 1)

    def evaluate(self, state: Any) -> Array:
        """The mean return of every player."""
        match = state.moment.match
        if match is None:
            raise ValueError("There is nothing to evaluate before the deal.")
        return np.mean([self._play(match) for _ in range(self._matches)], axis=0)

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def _play(self, match: Match) -> list[float]:
        twin = match.copy()
        match.game.kernels.play_out_at(twin._rules_states, 0, for_rules(self._luck), action_buffer(match.game))
        return twin.returns()
