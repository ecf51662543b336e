"""Many matches on the GPU, stepped by one call each: `core.batch.Batch` with its arrays on the device."""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core import chance
from dottable.core.decks import Deck
from dottable.core.game import Game
from dottable.core.options import Options, settings
from dottable.core.record import Array
from dottable.research.gpu.device import require_gpu
from dottable.research.gpu.handover import DeviceArray
from dottable.research.gpu.kernels import gpu_kernels

BLOCK = 128
RESET_BLOCK = 256
"""Threads in a block; a reset counts within one, `gpu_kernels.RESET_BLOCK`."""


class GpuBatch:
    """`size` matches of one game. In each, the lowest seat that the match waits for acts next.

    The same seed gives the same matches as `Batch`. Only `sample` differs: every match has luck of its own here, that
    of `Series`, because threads cannot share one generator.
    """

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
        self._cuda = require_gpu()
        seats = game.min_seats if seats is None else seats
        game.check_seats(seats)
        self.game, self.seats, self.size = game, seats, size
        self._kernels = gpu_kernels(game)
        self.states = self._zeros(size, game.state.STATE)
        self.turns = self._zeros(size, np.int32)
        self.times = self._zeros(size, np.int64)
        self.actions = self._zeros(size, np.int32)
        self.reasons = self._zeros(size, np.int32)
        self.mask = self._zeros((size, game.state.ACTIONS.size), np.uint8)
        self.observations = self._zeros((size, game.knowledge.OBSERVATION), np.int16)
        self.scores = self._zeros((size, seats), np.int32)
        self.returns = self._zeros((size, seats), np.float32)
        self._luck = self._zeros((size, 2), np.int64)
        self._settings = self._put(settings(options or game.state.Options(), deck or game.house_deck))
        self._blank = self._zeros(1, game.state.STATE)
        self._root = self._put(chance.key_of(seed))
        self._everyone = self._put(np.ones(size, np.uint8))
        self._started = self._zeros(1, np.int64)
        self._counts = self._zeros(-(-size // RESET_BLOCK), np.int32)

    def reset(self, only: Any = None) -> DeviceArray:
        """Start all matches, or those that `only` marks (not zero); who acts next in each."""
        chosen = self._everyone.inner if only is None else self._given(only)
        blocks = len(self._counts)
        self._kernels.count[blocks, RESET_BLOCK](chosen, self._counts.inner)
        self._kernels.reset[blocks, RESET_BLOCK](
            *(self.states.inner, self.times.inner, self._luck.inner, self.turns.inner),
            *(self._blank.inner, self._root.inner, self._started.inner, self.seats, self._settings.inner),
            *(chosen, self._counts.inner),
        )
        self._kernels.started[1, 1](self._started.inner, self._counts.inner)
        return self.turns

    def legal(self) -> DeviceArray:
        """A mask (size, actions) of what may be done by whoever acts next."""
        self._run("legal", self.states, self.turns, self.mask)
        return self.mask

    def sample(self) -> DeviceArray:
        """A random legal action for each match."""
        self._run("random", self.states, self.turns, self._luck, self.actions)
        return self.actions

    def step(self, actions: Any) -> DeviceArray:
        """One action in each match that goes on; who acts next. `reasons` is not 0 where one was refused.

        `actions` may be an array on the device (of torch, JAX, CuPy or this package) or on the host.
        """
        self._run("step", self.states, self.turns, self.times, self._given(actions), self.reasons)
        return self.turns

    def observe(self) -> DeviceArray:
        """What whoever acts next knows, as (size, observation)."""
        self._run("observe", self.states, self.turns, self.observations)
        return self.observations

    def outcome(self) -> DeviceArray:
        """The returns of every match as it stands (size, seats); the points are in `scores`."""
        self._run("outcome", self.states, self.scores, self.returns)
        return self.returns

    def _run(self, kernel: str, *arrays: Any) -> None:
        inner = (array.inner if isinstance(array, DeviceArray) else array for array in arrays)
        getattr(self._kernels, kernel)[-(-self.size // BLOCK), BLOCK](*inner)

    def _given(self, array: Any) -> Any:
        """An array of the caller's, one number a match, as kernels take it."""
        if tuple(array.shape) != (self.size,):
            raise ValueError(f"One number a match, please: {self.size} in all.")
        if isinstance(array, DeviceArray):
            return array.inner
        if hasattr(array, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(array)
        return self._cuda.to_device(np.ascontiguousarray(array))

    def _zeros(self, shape: int | tuple[int, ...], dtype: Any) -> DeviceArray:
        return self._put(np.zeros(shape, dtype))

    def _put(self, array: Array) -> DeviceArray:
        return DeviceArray(self._cuda.to_device(array))
