"""OpenSpiel's own C++ random play, measured fairly: the faster of its two native ways counts.

`evaluate_bots` plays whole matches between uniform random bots. The rollout evaluator plays on from
a state after the deal. Both run wholly in C++; every applied action counts, chance included.
"""

from __future__ import annotations

import random
import time
from typing import Any

PEERS = ("crazy_eights", "hearts", "connect_four")
COUNTED = 300
"""Matches played in Python to learn how many steps one takes."""


class PeersMissing(Exception):
    """OpenSpiel is not installed."""


def load_openspiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        raise PeersMissing("OpenSpiel is not installed; 'pip install dottable[peers]' brings it.") from None
    return pyspiel


class Peer:
    """One OpenSpiel game."""

    def __init__(self, name: str, seconds: float) -> None:
        self.name = name
        self._spiel = load_openspiel()
        self._game = self._spiel.load_game(name)
        luck = random.Random(1)
        self._dealt = after_deal(self._game, luck)
        whole = sum(count_steps(self._game.new_initial_state(), luck) for _ in range(COUNTED)) / COUNTED
        rest = sum(count_steps(self._dealt.clone(), luck) for _ in range(COUNTED)) / COUNTED
        self._steps = {"random bots": whole, "rollout evaluator": rest}
        self._bots = [self._spiel.make_uniform_random_bot(seat, seat) for seat in range(self._game.num_players())]
        self._matches = dict.fromkeys(self._steps, 100)
        rates = {method: self._measure(method, 0) for method in self._steps}
        for method, rate in rates.items():
            self._matches[method] = max(100, int(seconds * rate / self._steps[method]))
        self.method = max(rates, key=lambda method: self._measure(method, 1))
        self.steps_per_match = self._steps[self.method]

    def rate(self, round_number: int) -> float:
        """Steps per second in C++."""
        return self._measure(self.method, round_number)

    def _measure(self, method: str, seed: int) -> float:
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


def after_deal(game: Any, luck: random.Random) -> Any:
    """The first state in which a player decides."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(drawn(state, luck))
    return state


def drawn(state: Any, luck: random.Random) -> int:
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    return int(luck.choices(actions, chances)[0])


def count_steps(state: Any, luck: random.Random) -> int:
    """Play at random to the end; the number of applied actions."""
    steps = 0
    while not state.is_terminal():
        state.apply_action(drawn(state, luck) if state.is_chance_node() else luck.choice(state.legal_actions()))
        steps += 1
    return steps
