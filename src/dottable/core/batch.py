"""Many matches side by side, stepped by one call each: `reset`, `legal`, `step`, `observe`.

All arrays are allocated once and filled in place.
"""

from __future__ import annotations

import numpy as np

from dottable.core import chance, quick
from dottable.core.decks import Deck
from dottable.core.game import Game
from dottable.core.options import Options, settings
from dottable.core.record import Array, for_rules


class Batch:
    """`size` matches of one game. In each, the lowest seat that the match waits for acts next."""

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
        game.check_seats(seats)
        self.game, self.seats, self.size = game, seats, size
        self.states = np.zeros(size, game.state.STATE)
        self.turns = np.full(size, -1, np.int32)
        self.times = np.zeros(size, np.int64)
        self.actions = np.zeros(size, np.int32)
        self.reasons = np.zeros(size, np.int32)
        self.mask = np.zeros((size, game.state.ACTIONS.size), np.uint8)
        self.observations = np.zeros((size, game.knowledge.OBSERVATION), np.int16)
        self.scores = np.zeros((size, seats), np.int32)
        self.returns = np.zeros((size, seats), np.float32)
        self._settings = settings(options if options is not None else game.state.Options(), deck or game.house_deck)
        self._blank = np.zeros(1, game.state.STATE)
        self._root = chance.key_of(seed)
        self._g, self._q, self._policy = chance.generator(), quick.generator(), quick.generator()
        self._buffer = np.zeros(game.state.ACTIONS.size, np.int32)
        quick.start(for_rules(self._policy), int(self._root[0]), int(self._root[1]))
        self._started = 0

    @property
    def is_over(self) -> Array:
        """Which matches have ended."""
        return self.turns < 0

    def reset(self, only: Array | None = None) -> Array:
        """Start all matches, or those that `only` marks; who acts next in each."""
        chosen = np.ones(self.size, np.uint8) if only is None else np.ascontiguousarray(only, np.uint8)
        self._started += self.game.kernels.reset_batch(
            *map(for_rules, (self.states, self.times, self._blank, self._root)),
            self._started,
            self.seats,
            *map(for_rules, (self._settings, self._g, self._q, chosen)),
        )
        self.game.kernels.turns_batch(for_rules(self.states), for_rules(self.turns))
        return self.turns

    def legal(self) -> Array:
        """A mask (size, actions) of what may be done by whoever acts next."""
        self.game.kernels.legal_batch(*map(for_rules, (self.states, self.turns, self._buffer, self.mask)))
        return self.mask

    def sample(self) -> Array:
        """A random legal action for each match."""
        arrays = (self.states, self.turns, self._policy, self._buffer, self.actions)
        self.game.kernels.random_batch(*map(for_rules, arrays))
        return self.actions

    def step(self, actions: Array) -> Array:
        """One action in each match that goes on; who acts next. `reasons` is not 0 where one was refused."""
        chosen = np.ascontiguousarray(actions, np.int32)
        if chosen.shape != (self.size,):
            raise ValueError(f"One action a match, please: {self.size} in all.")
        arrays = (self.states, self.turns, self.times, chosen, self._buffer, self.reasons)
        self.game.kernels.step_batch(*map(for_rules, arrays))
        return self.turns

    def observe(self) -> Array:
        """What whoever acts next knows, as (size, observation)."""
        self.game.kernels.observe_batch(*map(for_rules, (self.states, self.turns, self.observations)))
        return self.observations

    def outcome(self) -> Array:
        """The returns of every match as it stands (size, seats); the points are in `scores`."""
        self.game.kernels.outcome_batch(*map(for_rules, (self.states, self.scores, self.returns)))
        return self.returns
