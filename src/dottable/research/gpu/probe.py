"""Plays matches on the GPU and prints one digest; run by the conformance kit.

`python -m dottable.research.gpu.probe GAME MATCHES SEED`. Without a GPU it says why and ends with status 3.
"""

from __future__ import annotations

import sys

from dottable.core.conformance.on_gpu import NO_GPU, digest
from dottable.core.record import Array
from dottable.core.registry import find
from dottable.core.series import Series
from dottable.research.gpu.batch import GpuBatch
from dottable.research.gpu.device import why_not
from dottable.research.gpu.playouts import play_out


def finish(series: Series, first: int, count: int) -> tuple[Array, ...]:
    """On the GPU: the states, steps, scores and returns at the ends of so many matches."""
    played = play_out(series, first, count, states=count)
    return tuple(array.to_host() for array in (played.states, played.steps, played.scores, played.returns))


def main() -> None:
    name, matches, seed = sys.argv[1], int(sys.argv[2]), bytes.fromhex(sys.argv[3])
    reason = why_not()
    if reason is not None:
        sys.stdout.write(reason)
        sys.exit(NO_GPU)
    sys.stdout.write(digest(find(name), matches, seed, finish, GpuBatch))


if __name__ == "__main__":
    main()
