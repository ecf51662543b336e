"""Random playouts on the GPU: all matches of a series, or a number of steps per thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dottable.core.kernels.kernel_arguments import SeriesInput
from dottable.core.matches.seeded_series import Results, Series
from dottable.core.options import settings_array
from dottable.core.primitives import chance
from dottable.research.gpu.cuda_access import require_gpu
from dottable.research.gpu.device_array import DeviceArray
from dottable.research.gpu.kernel_loader import gpu_kernels
from dottable.research.kernel_arguments import PlayoutResultArrays

THREADS_PER_BLOCK = 64
"""CUDA threads per block."""
MAX_THREADS = 2**16
"""Maximum number of threads of `play_out`."""
NO_STEP_QUOTA = 2**62
"""Quota of steps per thread that no match reaches, so that every thread plays to the end."""


@dataclass(frozen=True)
class GpuResults:
    """Results of the matches of a series, in device memory."""

    steps: DeviceArray
    scores: DeviceArray
    returns: DeviceArray
    states: DeviceArray
    """Final records of the first matches, as many as the caller requested."""
    steps_made: DeviceArray
    """Number of steps of each thread."""

    def to_host(self) -> Results:
        """Return the results in host memory, as `Series.play` returns them."""
        return Results(self.steps.to_host(), self.scores.to_host(), self.returns.to_host())


class PlayoutRunner:
    """Plays the matches of one series with a fixed number of threads. Device memory is allocated only once."""

    def __init__(
        self,
        series: Series,
        count: int,
        *,
        states: int = 0,
        threads: int = MAX_THREADS,
        block: int = THREADS_PER_BLOCK,
        kernel: Any = None,
    ) -> None:
        cuda = require_gpu()
        self._kernel = gpu_kernels(series.game).play if kernel is None else kernel
        self._shape = -(-threads // block), block
        record = series.game.state.STATE
        self._series = SeriesInput(
            blank=cuda.to_device(np.zeros(1, record)),
            root=cuda.to_device(chance.key_from_seed(series.seed)),
            seats=series.seats,
            settings=cuda.to_device(settings_array(series.options, series.deck)),
        )
        self.results = GpuResults(
            steps=DeviceArray(cuda.to_device(np.zeros(count, np.int32))),
            scores=DeviceArray(cuda.to_device(np.zeros((count, series.seats), np.int32))),
            returns=DeviceArray(cuda.to_device(np.zeros((count, series.seats), np.float32))),
            states=DeviceArray(cuda.to_device(np.zeros(max(1, states), record))),
            steps_made=DeviceArray(cuda.to_device(np.zeros(self._shape[0] * block, np.int64))),
        )

    def play(self, first: int = 0, quota: int = NO_STEP_QUOTA) -> GpuResults:
        """Play all matches from index `first` on and return their results. Each thread stops after `quota` steps."""
        results = self.results
        arrays = PlayoutResultArrays(
            *(a.inner for a in (results.steps, results.scores, results.returns, results.states))
        )
        self._kernel[self._shape](self._series, first, quota, arrays, results.steps_made.inner)
        return results


def play_out(series: Series, first: int, count: int, *, states: int = 0) -> GpuResults:
    """Play `count` matches of a series from index `first` on and return their results.

    The results equal those of `Series.play`.
    """
    return PlayoutRunner(series, count, states=states, threads=min(MAX_THREADS, count)).play(first)
