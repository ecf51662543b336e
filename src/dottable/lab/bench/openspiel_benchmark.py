"""Benchmarks of OpenSpiel's own random play in C++, for comparison. The faster of its two native methods counts.

`evaluate_bots` plays whole matches between uniform random bots. The rollout evaluator continues from the state after
the deal. Both run entirely in C++. Every applied action counts as a step, including chance outcomes.
"""

from __future__ import annotations

import random
import time
from typing import Any

from dottable.core.errors import DottableError

OPENSPIEL_PLAYOUT_GAMES = ("crazy_eights", "hearts", "connect_four")
MATCHES_TO_MEASURE_LENGTH = 300
"""Number of matches played in Python to measure the mean number of steps per match."""


class OpenSpielMissing(DottableError):
    """Raised when OpenSpiel is not installed."""


def load_openspiel() -> Any:
    """Return the module `pyspiel`. Raise OpenSpielMissing if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        raise OpenSpielMissing("OpenSpiel is not installed. Install it: pip install 'dottable[openspiel]'.") from None
    return pyspiel


class OpenSpielPlayoutBenchmark:
    """Random playouts of one OpenSpiel game, by the faster of two methods."""

    def __init__(self, name: str, seconds: float) -> None:
        self.name = name
        self._spiel = load_openspiel()
        self._game = self._spiel.load_game(name)
        rng = random.Random(1)
        self._dealt = first_decision_state(self._game, rng)
        match_lengths = (
            sum(random_match_length(self._game.new_initial_state(), rng) for _ in range(MATCHES_TO_MEASURE_LENGTH))
            / MATCHES_TO_MEASURE_LENGTH
        )
        rest = (
            sum(random_match_length(self._dealt.clone(), rng) for _ in range(MATCHES_TO_MEASURE_LENGTH))
            / MATCHES_TO_MEASURE_LENGTH
        )
        self._steps = {"random bots": match_lengths, "rollout evaluator": rest}
        self._bots = [self._spiel.make_uniform_random_bot(seat, seat) for seat in range(self._game.num_players())]
        self._matches = dict.fromkeys(self._steps, 100)
        rates = {method: self._measure_method(method, 0) for method in self._steps}
        for method, rate in rates.items():
            self._matches[method] = max(100, int(seconds * rate / self._steps[method]))
        self.method = max(rates, key=lambda method: self._measure_method(method, 1))
        self.steps_per_match = self._steps[self.method]

    def measure_rate(self, round_number: int) -> float:
        """Play random matches in C++ for one measurement. Return the steps per second."""
        return self._measure_method(self.method, round_number)

    def _measure_method(self, method: str, seed: int) -> float:
        play = self._play_bots if method == "random bots" else self._play_rollouts
        matches = self._matches[method]
        start = time.perf_counter()
        play(matches, seed)
        return self._steps[method] * matches / (time.perf_counter() - start)

    def _play_bots(self, matches: int, seed: int) -> None:
        for k in range(matches):
            self._spiel.evaluate_bots(self._game.new_initial_state(), self._bots, seed * matches + k)

    def _play_rollouts(self, matches: int, seed: int) -> None:
        evaluator = self._spiel.RandomRolloutEvaluator(n_rollouts=matches, seed=seed)
        # One simulation of a search bot is one call of the evaluator at the root: `matches` rollouts.
        self._spiel.MCTSBot(self._game, evaluator, 1.0, 1, 1000, False, seed, False).step(self._dealt)  # noqa: FBT003


def first_decision_state(game: Any, rng: random.Random) -> Any:
    """Return the first state in which a player decides."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(sample_chance_outcome(state, rng))
    return state


def sample_chance_outcome(state: Any, rng: random.Random) -> int:
    """Return a random outcome of a chance node."""
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(actions, chances)[0])


def random_match_length(state: Any, rng: random.Random) -> int:
    """Play random actions from a state to the end of the match. Return the number of actions applied."""
    steps = 0
    while not state.is_terminal():
        state.apply_action(
            sample_chance_outcome(state, rng) if state.is_chance_node() else rng.choice(state.legal_actions())
        )
        steps += 1
    return steps
