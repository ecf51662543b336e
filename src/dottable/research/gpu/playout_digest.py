"""Plays matches on the GPU and prints a digest of their results, for the conformance kit.

`python -m dottable.research.gpu.playout_digest GAME MATCHES SEED`. Without a GPU it prints the reason and exits with
status 3.
"""

from __future__ import annotations

import sys

from dottable.core.conformance.gpu_checks import NO_GPU_EXIT_CODE, match_results_digest
from dottable.core.matches.seeded_series import Series
from dottable.core.primitives.record import Array
from dottable.core.registry import find_game
from dottable.research.gpu.cuda_access import unavailable_reason
from dottable.research.gpu.gpu_batch import GpuBatch
from dottable.research.gpu.random_playouts import play_out


def play_to_end(series: Series, first: int, count: int) -> tuple[Array, ...]:
    """Play `count` matches on the GPU. Return their final states, steps, scores and returns."""
    played = play_out(series, first, count, states=count)
    return tuple(array.to_host() for array in (played.states, played.steps, played.scores, played.returns))


def main() -> None:
    name, matches, seed = sys.argv[1], int(sys.argv[2]), bytes.fromhex(sys.argv[3])
    reason = unavailable_reason()
    if reason is not None:
        sys.stdout.write(reason)
        sys.exit(NO_GPU_EXIT_CODE)
    sys.stdout.write(match_results_digest(find_game(name), matches, seed, play_to_end, GpuBatch))


if __name__ == "__main__":
    main()
