"""Random playouts on the GPU: the matches of a series, or simply as many steps as asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dottable.core import chance
from dottable.core.options import settings
from dottable.core.series import Results, Series
from dottable.research.gpu.device import require_gpu
from dottable.research.gpu.handover import DeviceArray
from dottable.research.gpu.kernels import gpu_kernels

BLOCK = 64
THREADS = 2**16
NO_QUOTA = 2**62


@dataclass(frozen=True)
class Playouts:
    """What the matches of a series came to, still on the device."""

    steps: DeviceArray
    scores: DeviceArray
    returns: DeviceArray
    states: DeviceArray
    """How the first matches ended: as many as were asked for."""
    made: DeviceArray
    """The steps that each thread made."""

    def to_host(self) -> Results:
        """The same as `Series.play` gives."""
        return Results(self.steps.to_host(), self.scores.to_host(), self.returns.to_host())


class Player:
    """Plays the matches of one series with a fixed number of threads; memory is taken once."""

    def __init__(
        self,
        series: Series,
        count: int,
        *,
        states: int = 0,
        threads: int = THREADS,
        block: int = BLOCK,
        kernel: Any = None,
    ) -> None:
        cuda = require_gpu()
        self._kernel = gpu_kernels(series.game).play if kernel is None else kernel
        self._seats = series.seats
        self._shape = -(-threads // block), block
        record = series.game.state.STATE
        self._blank = cuda.to_device(np.zeros(1, record))
        self._root = cuda.to_device(chance.key_of(series.seed))
        self._settings = cuda.to_device(settings(series.options, series.deck))
        self.results = Playouts(
            steps=DeviceArray(cuda.to_device(np.zeros(count, np.int32))),
            scores=DeviceArray(cuda.to_device(np.zeros((count, series.seats), np.int32))),
            returns=DeviceArray(cuda.to_device(np.zeros((count, series.seats), np.float32))),
            states=DeviceArray(cuda.to_device(np.zeros(max(1, states), record))),
            made=DeviceArray(cuda.to_device(np.zeros(self._shape[0] * block, np.int64))),
        )

    def play(self, first: int = 0, quota: int = NO_QUOTA) -> Playouts:
        """Play all matches from number `first` on; a thread stops when it has made `quota` steps."""
        results = self.results
        self._kernel[self._shape](
            *(self._blank, self._root, first, quota, self._seats, self._settings),
            *(results.steps.inner, results.scores.inner, results.returns.inner),
            *(results.states.inner, results.made.inner),
        )
        return results


def play_out(series: Series, first: int, count: int, *, states: int = 0) -> Playouts:
    """Play `count` matches of a series from number `first` on; each ends as `Series.play` ends it."""
    return Player(series, count, states=states, threads=min(THREADS, count)).play(first)
