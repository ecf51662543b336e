"""A batch of matches for vectorized play: one call of `reset`, `legal`, `step` or `observe` acts on all of them.

All arrays are allocated once and filled in place.
"""

from __future__ import annotations

import numpy as np

from dottable.core.deck_files import Deck
from dottable.core.game import Game
from dottable.core.kernels.kernel_arguments import series_input
from dottable.core.options import Options
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.record import Array, rule_array


class Batch:
    """`size` matches of one game. In each, the lowest active seat acts next; it is called the seat to act."""

    def __init__(
        self,
        game: Game,
        size: int,
        *,
        seats: int | None = None,
        options: Options | None = None,
        deck: Deck | None = None,
        seed: bytes,
    ) -> None:
        seats = game.min_seats if seats is None else seats
        game.check_seats(seats, options)
        self.game, self.seats, self.size = game, seats, size
        self.states = np.zeros(size, game.state.STATE)
        self.turns = np.full(size, -1, np.int32)
        self.times = np.zeros(size, np.int64)
        self.actions = np.zeros(size, np.int32)
        self.reasons = np.zeros(size, np.int32)
        self.mask = np.zeros((size, game.state.ACTIONS.size), np.uint8)
        self.observations = np.zeros((size, game.knowledge.OBSERVATION_SIZE), np.int16)
        self.scores = np.zeros((size, seats), np.int32)
        self.returns = np.zeros((size, seats), np.float32)
        options = options if options is not None else game.state.Options()
        self._series = series_input(game, seats, options, deck or game.house_deck, seed)
        self._scratch_rngs = chance.new_generator(), fast_rng.new_generator()
        self._sampling_rng = fast_rng.new_generator()
        self._buffer = np.zeros(game.state.ACTIONS.size, np.int32)
        key = chance.key_from_seed(seed)
        fast_rng.set_seed(rule_array(self._sampling_rng), int(key[0]), int(key[1]))
        self._started = 0

    @property
    def is_over(self) -> Array:
        """Boolean array: which matches have ended."""
        return self.turns < 0

    def reset(self, only: Array | None = None) -> Array:
        """Start new matches in all rows, or in those with a nonzero entry in `only`. Return the seats to act."""
        chosen = np.ones(self.size, np.uint8) if only is None else np.ascontiguousarray(only, np.uint8)
        arrays = (self.states, self.times, chosen)
        self._started += self.game.kernels.reset_batch(self._series, self._started, *arrays, *self._scratch_rngs)
        self.game.kernels.seats_to_act_batch(self.states, self.turns)
        return self.turns

    def legal(self) -> Array:
        """Return a 0/1 array of shape (size, actions): the legal actions of each match's seat to act."""
        self.game.kernels.legal_batch(self.states, self.turns, self._buffer, self.mask)
        return self.mask

    def sample_actions(self) -> Array:
        """Return a random legal action for each match; -1 where the match is over."""
        arrays = (self.states, self.turns, self._sampling_rng, self._buffer, self.actions)
        self.game.kernels.random_actions_batch(*arrays)
        return self.actions

    def step(self, actions: Array) -> Array:
        """Make one action in each match that is not over. Return every match's next seat to act, -1 if it is over.

        The attribute `reasons` receives the reason code of every action: 0 if it was accepted.
        """
        chosen = np.ascontiguousarray(actions, np.int32)
        if chosen.shape != (self.size,):
            raise ValueError(f"Expected one action per match, an array of shape ({self.size},).")
        arrays = (self.states, self.turns, self.times, chosen, self._buffer, self.reasons)
        self.game.kernels.step_batch(*arrays)
        return self.turns

    def observe(self) -> Array:
        """Return the observations of the seats to act, an int16 array of shape (size, OBSERVATION_SIZE)."""
        self.game.kernels.observe_batch(self.states, self.turns, self.observations)
        return self.observations

    def outcome(self) -> Array:
        """Return every seat's present return (-1 to 1), an array of shape (size, seats).

        The attribute `scores` receives the points.
        """
        self.game.kernels.outcome_batch(self.states, self.scores, self.returns)
        return self.returns
