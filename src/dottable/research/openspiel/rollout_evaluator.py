"""A rollout evaluator in compiled code, for OpenSpiel's Python searches (MCTS, ISMCTS).

OpenSpiel's `RandomRolloutEvaluator` calls Python several times per step. This evaluator calls it once per rollout.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.matches.match import Match, action_buffer
from dottable.core.primitives import fast_rng
from dottable.core.primitives.record import Array, rule_array


class CompiledRolloutEvaluator:
    """Evaluates a state by the mean of `rollouts` random playouts, with a uniform prior over legal actions."""

    def __init__(self, rollouts: int = 1, seed: int = 0) -> None:
        self._rollouts = rollouts
        self._rng = fast_rng.new_generator()
        fast_rng.set_seed(rule_array(self._rng), seed, seed + 1)

    def evaluate(self, state: Any) -> Array:
        """Return the mean return of every player over the rollouts."""
        match = state.node.match
        if match is None:
            raise ValueError("Cannot evaluate a state before the deal. Apply the 32 seed bytes first.")
        return np.mean([self._roll_out(match) for _ in range(self._rollouts)], axis=0)

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def _roll_out(self, match: Match) -> list[float]:
        copy = match.copy()
        match.game.kernels.play_out_at(copy.states, 0, self._rng, action_buffer(match.game))
        return copy.returns()
