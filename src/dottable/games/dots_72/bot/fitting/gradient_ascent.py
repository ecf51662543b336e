"""The fit: Adam on batches of choices from self-play, with decreasing step size and temperature."""

from __future__ import annotations

from math import cos, pi
from typing import Any, NamedTuple

import numpy as np

from dottable.core.matches.match import Match, action_buffer
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.record import Array, rule_array
from dottable.core.registry import find_game
from dottable.games.dots_72.bot.fitting.choice_sampling import (
    MAX_CANDIDATES,
    NEW_MATCH_STATE,
    STATE_COUNT,
    Choices,
    Generators,
    count_wins,
    sample_choices,
    start_match,
)
from dottable.games.dots_72.bot.fitting.gradient import ROW_COUNT, add_gradient
from dottable.games.dots_72.bot.fitting.parameters import (
    PARAMETER_COUNT,
    WeightTables,
    parameter_cells,
    tables_from_parameters,
)
from dottable.games.dots_72.bot.weights import WEIGHTS_RECORD, set_fitted_weights

FIRST_TEMPERATURE, LAST_TEMPERATURE = 0.3, 0.12
"""Temperature of the softmax at the start, and from the middle of a fit on."""
MAX_UTILITY_GAP = 5
"""Candidates within this many temperatures of the best utility are compared."""
STEP_SIZE = 0.02
"""Initial step size of Adam in natural logarithms. It falls to 0 along a cosine. Chosen from 0.02 and 0.05."""
LATE_STEP_SIZE = 0.004
"""Initial step size of a fit that continues from earlier weights."""
MEAN_DECAY, SQUARE_DECAY = 0.9, 0.99
"""Decay of Adam's running means of the gradient and of its square, per batch."""
AVERAGED_SHARE = 0.3
"""Share of the batches, at the end of a fit, over which the parameters are averaged (Polyak averaging)."""


class Adam(NamedTuple):
    """State of the optimizer: the parameters and the running means of the gradient and of its square."""

    parameters: Array
    mean: Array
    square: Array

    def step(self, gradient: Array, step_size: float, n: int) -> Adam:
        """Return the state after batch `n` (counted from 1).

        The divisor is the root mean square of a parameter's gradient plus the median of all of them, so that rare
        features take small steps.
        """
        mean = MEAN_DECAY * self.mean + (1 - MEAN_DECAY) * gradient
        square = SQUARE_DECAY * self.square + (1 - SQUARE_DECAY) * gradient * gradient
        root = np.sqrt(square / (1 - SQUARE_DECAY**n))
        direction = mean / (1 - MEAN_DECAY**n) / (root + np.median(root[root > 0]))
        return Adam(self.parameters + step_size * direction, mean, square)


class SelfPlay:
    """A match in progress between the weights and `greedy`, from which choices are sampled."""

    def __init__(self, seed: int, batch: int) -> None:
        self.game = find_game("dots_72")
        self.states = np.zeros(STATE_COUNT, self.game.state.STATE)
        self.states[NEW_MATCH_STATE] = Match(self.game, seats=2, seed=bytes(32)).record
        self.rng = seeded_generators(seed)
        self.weights = np.zeros(1, WEIGHTS_RECORD)
        self.learner = 0
        self.choices = Choices(
            rule_array(np.zeros(batch, self.game.state.STATE)),
            rule_array(np.zeros(batch, np.int64)),
            rule_array(np.zeros(batch, np.int64)),
            rule_array(np.zeros((batch, MAX_CANDIDATES), np.int64)),
            rule_array(np.zeros((batch, MAX_CANDIDATES))),
        )
        start_match(rule_array(self.states), self.rng)

    @property
    def buffer(self) -> Any:
        return action_buffer(self.game)

    def gradient(self, parameters: Array, temperature: float) -> Array:
        """Sample a batch of choices by self-play and return the mean gradient of their expected value."""
        set_fitted_weights(self.weights[0], tables_from_parameters(parameters))
        weights, states, margin = rule_array(self.weights), rule_array(self.states), MAX_UTILITY_GAP * temperature
        self.learner = sample_choices(states, self.learner, self.choices, weights, margin, self.rng, self.buffer)
        flat, scratch = rule_array(self.weights.view(np.int64)), rule_array(np.zeros((ROW_COUNT, MAX_CANDIDATES)))
        out = np.zeros(PARAMETER_COUNT)
        cells = parameter_cells()
        add_gradient(self.choices, weights, flat, cells, temperature, scratch, self.buffer, rule_array(out))
        return out / len(self.choices.seats)


def fit_weights(choices: int, batch: int, seed: int, start: Array | None = None) -> WeightTables:
    """Return tables fitted to a number of choices. Equal arguments give equal tables.

    `start` holds the parameters to continue from. Without them the fit begins near `greedy`, with larger steps.
    """
    play, batches = SelfPlay(seed, batch), max(1, choices // batch)
    zeros = np.zeros(PARAMETER_COUNT)
    state = Adam(zeros if start is None else start, zeros, zeros)
    step_size, first_heat = (STEP_SIZE, FIRST_TEMPERATURE - LAST_TEMPERATURE) if start is None else (LATE_STEP_SIZE, 0)
    total, first_averaged = np.zeros(PARAMETER_COUNT), batches * (1 - AVERAGED_SHARE)
    averaged = 0
    for n in range(batches):
        gradient = play.gradient(state.parameters, LAST_TEMPERATURE + first_heat * max(0.0, 1 - 2 * n / batches))
        state = state.step(gradient, step_size * (1 + cos(pi * n / batches)) / 2, n + 1)
        if n >= first_averaged or n + 1 == batches:
            total += state.parameters
            averaged += 1
    return tables_from_parameters(total / averaged)


def win_share(weights: Array, matches: int, seed: int) -> float:
    """Return the share of matches that the weights win against `greedy`. Each deal is played from both seats."""
    play = SelfPlay(seed, 1)
    return (
        count_wins(rule_array(play.states), matches, rule_array(weights), seeded_generators(seed), play.buffer)
        / matches
    )


def seeded_generators(seed: int) -> Generators:
    """Return a ChaCha generator (for dealing) and a fast generator (for sampling), both seeded from an integer."""
    g, q = chance.new_generator(), fast_rng.new_generator()
    chance.set_key(rule_array(g), rule_array(chance.key_from_seed(seed.to_bytes(32, "little"))))
    fast_rng.set_seed(rule_array(q), seed & 0xFFFFFFFF, 72)
    return Generators(rule_array(g), rule_array(q))
