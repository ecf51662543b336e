"""Many matches on the GPU that are stepped together: `core.matches.batch.Batch` with its arrays on the device."""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.deck_files import Deck
from dottable.core.game import Game
from dottable.core.kernels.kernel_arguments import SeriesInput
from dottable.core.options import Options, settings_array
from dottable.core.primitives import chance
from dottable.core.primitives.record import Array
from dottable.research.gpu.cuda_access import require_gpu
from dottable.research.gpu.device_array import DeviceArray
from dottable.research.gpu.kernel_loader import gpu_kernels
from dottable.research.kernel_arguments import GpuBatchArrays

THREADS_PER_BLOCK = 128
"""CUDA threads per block."""
RESET_THREADS_PER_BLOCK = 256
"""CUDA threads per block in a reset; must equal `gpu_kernels.RESET_THREADS_PER_BLOCK`."""


class GpuBatch:
    """`size` matches of one game on the GPU. In each match, the lowest active seat acts next.

    The same seed gives the same matches as `Batch`, but `sample_actions` draws other actions: every match has its own
    random generator (the one that `Series` gives it), because threads cannot share a generator.
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
        game.check_seats(seats, options)
        self.game, self.seats, self.size = game, seats, size
        self._kernels = gpu_kernels(game)
        self._make_arrays()
        self._series = SeriesInput(
            blank=self._zeros(1, game.state.STATE).inner,
            root=self._to_device(chance.key_from_seed(seed)).inner,
            seats=seats,
            settings=self._to_device(settings_array(options or game.state.Options(), deck or game.house_deck)).inner,
        )

    def _make_arrays(self) -> None:
        size, seats, state = self.size, self.seats, self.game.state
        self.states = self._zeros(size, state.STATE)
        self.turns = self._zeros(size, np.int32)
        self.times = self._zeros(size, np.int64)
        self.actions = self._zeros(size, np.int32)
        self.reasons = self._zeros(size, np.int32)
        self.mask = self._zeros((size, state.ACTIONS.size), np.uint8)
        self.observations = self._zeros((size, self.game.knowledge.OBSERVATION_SIZE), np.int16)
        self.scores = self._zeros((size, seats), np.int32)
        self.returns = self._zeros((size, seats), np.float32)
        rngs = self._zeros((size, 2), np.int64)
        self._batch = GpuBatchArrays(self.states.inner, self.turns.inner, self.times.inner, rngs.inner)
        self._all = self._to_device(np.ones(size, np.uint8))
        self._started = self._zeros(1, np.int64)
        self._counts = self._zeros(-(-size // RESET_THREADS_PER_BLOCK), np.int32)

    def reset(self, only: Any = None) -> DeviceArray:
        """Start all matches, or only those where `only` is not zero. Return the seats to act."""
        chosen = self._all.inner if only is None else self._as_device_array(only)
        started, counts = self._started.inner, self._counts.inner
        shape = len(counts), RESET_THREADS_PER_BLOCK
        self._kernels.count_starts[shape](chosen, counts)
        self._kernels.reset[shape](self._series, self._batch, started, chosen, counts)
        self._kernels.add_started[1, 1](started, counts)
        return self.turns

    def legal(self) -> DeviceArray:
        """Return a mask of shape (size, actions) of the legal actions of the seats to act."""
        self._launch_kernel("legal", self.mask)
        return self.mask

    def sample_actions(self) -> DeviceArray:
        """Return a random legal action per match."""
        self._launch_kernel("random_actions", self.actions)
        return self.actions

    def step(self, actions: Any) -> DeviceArray:
        """Play one action in each running match. Return the seats to act. Refused actions set `reasons`.

        `actions` may be an array on the device (torch, JAX, CuPy or DeviceArray) or on the host.
        """
        self._launch_kernel("step", self._as_device_array(actions), self.reasons)
        return self.turns

    def observe(self) -> DeviceArray:
        """Return the observations of the seats to act, of shape (size, observation length)."""
        self._launch_kernel("observe", self.observations)
        return self.observations

    def outcome(self) -> DeviceArray:
        """Return the current returns of every match, of shape (size, seats). The points are in `scores`."""
        self._launch_kernel("outcome", self.scores, self.returns)
        return self.returns

    def _launch_kernel(self, kernel: str, *arrays: Any) -> None:
        """Launch a kernel with the arrays of the batch and further arrays, one thread per match."""
        inner = (array.inner if isinstance(array, DeviceArray) else array for array in arrays)
        getattr(self._kernels, kernel)[-(-self.size // THREADS_PER_BLOCK), THREADS_PER_BLOCK](self._batch, *inner)

    def _as_device_array(self, array: Any) -> Any:
        """Return a caller's array (one number per match) as a device array of Numba."""
        if tuple(array.shape) != (self.size,):
            raise ValueError(f"Expected one number per match, an array of shape ({self.size},).")
        if isinstance(array, DeviceArray):
            return array.inner
        if hasattr(array, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(array)
        return self._cuda.to_device(np.ascontiguousarray(array))

    def _zeros(self, shape: int | tuple[int, ...], dtype: Any) -> DeviceArray:
        return self._to_device(np.zeros(shape, dtype))

    def _to_device(self, array: Array) -> DeviceArray:
        return DeviceArray(self._cuda.to_device(array))
