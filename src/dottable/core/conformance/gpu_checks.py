"""Checks that whole matches and single steps give the same bytes on a GPU as on the CPU.

Core does not import GPU code. The program `research.gpu.playout_digest` runs in a process of its own and
prints the digest of this module for the GPU.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

from dottable.core.conformance import properties
from dottable.core.conformance.properties import Finding
from dottable.core.game import Game
from dottable.core.kernels.kernel_arguments import match_memory
from dottable.core.matches.batch import Batch
from dottable.core.matches.seeded_series import Series, SeriesConfig
from dottable.core.options import options_varied_one_at_a_time
from dottable.core.primitives.record import Array

GPU_DIGEST_PROGRAM = "dottable.research.gpu.playout_digest"
"""Python module that plays the same matches on the GPU and prints their digest."""
DRIVER_LIBRARY = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
"""File name of the NVIDIA driver's library on this system."""
NO_GPU_EXIT_CODE = 3
"""Exit code of GPU_DIGEST_PROGRAM on a machine without a usable GPU. Its output then gives the reason."""

PlayToEnd = Callable[[Series, int, int], tuple[Array, ...]]
"""A function (series, first, count) that plays matches at random. It returns arrays: final states, step counts, scores,
returns."""

BATCH_SIZE, BATCH_STEPS = 600, 24
"""Number of matches in the batch that is stepped, and number of steps."""


def check_gpu(game: Game, matches: int, seed: bytes, progress: Callable[[str], None]) -> Iterator[Finding]:
    """Yield a finding if matches on the GPU lead to other bytes than on the CPU.

    Without a GPU, tell `progress` why it is skipped.
    """
    if not has_nvidia_driver():
        progress("GPU skipped: this machine has no NVIDIA driver.")
        return
    name = game.slug if game.package.startswith("dottable.") else str(game.folder)
    command = [sys.executable, "-m", GPU_DIGEST_PROGRAM, name, str(matches), seed.hex()]
    ran = subprocess.run(command, env=dict(os.environ), capture_output=True, text=True, check=False)
    if ran.returncode == NO_GPU_EXIT_CODE:
        progress(f"GPU skipped: {ran.stdout.strip()}")
    elif ran.returncode != 0:
        yield Finding(
            properties.GPU_PLAY_IS_EQUAL, f"with an exception: {(ran.stderr.strip().splitlines() or ['no output'])[-1]}"
        )
    elif ran.stdout.strip() != match_results_digest(game, matches, seed, play_to_end, Batch):
        yield Finding(
            properties.GPU_PLAY_IS_EQUAL, f"somewhere in {matches} matches: the bytes differ from those of the CPU."
        )


def has_nvidia_driver() -> bool:
    """Return whether an NVIDIA driver is installed on this machine."""
    try:
        ctypes.CDLL(DRIVER_LIBRARY)
    except OSError:
        return False
    return True


def match_results_digest(
    game: Game,
    matches: int,
    seed: bytes,
    play_to_end: PlayToEnd,
    batch: Any,
    size: int = BATCH_SIZE,
    steps: int = BATCH_STEPS,
) -> str:
    """Return a SHA-256 over the results of random matches and stepped batches, for all options and seat counts."""
    hasher = hashlib.sha256()
    plays = list(product(options_varied_one_at_a_time(game.state.Options), game.seat_counts))
    for k, (options, seats) in enumerate(plays):
        share = matches // len(plays) + (k < matches % len(plays))
        if share:
            series = Series(SeriesConfig(game, seats=seats, options=options, seed=seed))
            for array in play_to_end(series, k * matches, share):
                hasher.update(array.tobytes())
    for options, seats in (plays[0], plays[-1]):
        for array in stepped_batch_outputs(batch(game, size, seats=seats, options=options, seed=seed), steps):
            hasher.update(array.tobytes())
    return hasher.hexdigest()


def play_to_end(series: Series, first: int, count: int) -> tuple[Array, ...]:
    """Play `count` random matches of a series on the CPU. Return arrays: final states, step counts, scores, returns."""
    game = series.game
    states, steps = np.zeros(count, game.state.STATE), np.zeros(count, np.int32)
    scores, returns = np.zeros((count, series.seats), np.int32), np.zeros((count, series.seats), np.float32)
    series_input, memory = series.kernel_input, match_memory(game)
    for k in range(count):
        game.kernels.begin_series_match(series_input, first + k, states, k, memory.generator, memory.rng)
        steps[k] = game.kernels.play_out_at(states, k, memory.rng, memory.actions)
    game.kernels.outcome_batch(states, scores, returns)
    return states, steps, scores, returns


def stepped_batch_outputs(batch: Any, steps: int) -> Iterator[Array]:
    """Yield every output array of a batch after each of `steps` steps, with some illegal moves and resets mixed in."""
    batch.reset()
    for step in range(steps):
        mask = to_host_array(batch.legal())
        yield from (mask, to_host_array(batch.observe()), to_host_array(batch.turns), to_host_array(batch.outcome()))
        actions = pick_legal_actions(mask, step)
        if step % 5 == 4:
            actions[:3] = -1
        batch.step(actions)
        yield from (
            to_host_array(batch.states),
            to_host_array(batch.times),
            to_host_array(batch.reasons),
            to_host_array(batch.scores),
        )
        if step % 8 == 7:
            batch.reset((np.arange(batch.size) % 3 == 0).astype(np.uint8))


def pick_legal_actions(mask: Array, step: int) -> Array:
    """Return one legal action per match, chosen by step and row. It is 0 where the match is over."""
    actions = np.zeros(len(mask), np.int32)
    for i, row in enumerate(mask):
        legal = np.flatnonzero(row)
        if len(legal):
            actions[i] = legal[(7 * step + 11 * i) % len(legal)]
    return actions


def to_host_array(array: Any) -> Array:
    """Return the array itself, or a copy in host memory if it lies on the GPU."""
    return array.to_host() if hasattr(array, "to_host") else array
