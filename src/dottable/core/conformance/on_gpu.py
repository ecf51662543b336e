"""The same play on a GPU: whole matches and single steps must give the same bytes as on the CPU.

Core knows nothing of GPUs. The probe that does (`research.gpu.probe`) runs in a process of its own and
measures itself with the functions of this file.
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

from dottable.core import chance, quick
from dottable.core.batch import Batch
from dottable.core.conformance import properties
from dottable.core.conformance.properties import Finding
from dottable.core.game import Game
from dottable.core.options import settings, variants
from dottable.core.record import Array, for_rules
from dottable.core.series import Series

PROBE = "dottable.research.gpu.probe"
DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
NO_GPU = 3
"""How the probe ends where there is nothing to check; what it prints says why."""

Finish = Callable[[Series, int, int], tuple[Array, ...]]
"""Plays so many matches of a series at random from `first` on: states, steps, scores and returns at their ends."""

BATCH, BATCH_STEPS = 600, 24


def check_gpu(game: Game, matches: int, seed: bytes, progress: Callable[[str], None]) -> Iterator[Finding]:
    """Play the same matches on the GPU; without one, `progress` is told why nothing was checked."""
    if not has_driver():
        progress("GPU skipped: this machine has no NVIDIA driver.")
        return
    name = game.slug if game.package.startswith("dottable.") else str(game.folder)
    command = [sys.executable, "-m", PROBE, name, str(matches), seed.hex()]
    ran = subprocess.run(command, env=dict(os.environ), capture_output=True, text=True, check=False)
    if ran.returncode == NO_GPU:
        progress(f"GPU skipped: {ran.stdout.strip()}")
    elif ran.returncode != 0:
        yield Finding(properties.GPU, f"with an exception: {(ran.stderr.strip().splitlines() or ['no output'])[-1]}")
    elif ran.stdout.strip() != digest(game, matches, seed, finish, Batch):
        yield Finding(properties.GPU, f"somewhere in {matches} matches: the bytes differ from those of the CPU.")


def has_driver() -> bool:
    """Whether a GPU is worth a process of its own."""
    try:
        ctypes.CDLL(DRIVER)
    except OSError:
        return False
    return True


def digest(
    game: Game, matches: int, seed: bytes, finish: Finish, batch: Any, size: int = BATCH, steps: int = BATCH_STEPS
) -> str:
    """One hash over the ends of `matches` matches and over batches, spread over all options and numbers of seats."""
    whole = hashlib.sha256()
    plays = list(product(variants(game.state.Options), game.seat_counts))
    for k, (options, seats) in enumerate(plays):
        share = matches // len(plays) + (k < matches % len(plays))
        if share:
            series = Series(game, seats=seats, options=options, seed=seed)
            for array in finish(series, k * matches, share):
                whole.update(array.tobytes())
    for options, seats in (plays[0], plays[-1]):
        for array in walk(batch(game, size, seats=seats, options=options, seed=seed), steps):
            whole.update(array.tobytes())
    return whole.hexdigest()


def finish(series: Series, first: int, count: int) -> tuple[Array, ...]:
    """On the CPU: the states, steps, scores and returns at the ends of so many matches."""
    game = series.game
    states, steps = np.zeros(count, game.state.STATE), np.zeros(count, np.int32)
    scores, returns = np.zeros((count, series.seats), np.int32), np.zeros((count, series.seats), np.float32)
    blank, root = for_rules(np.zeros(1, game.state.STATE)), for_rules(chance.key_of(series.seed))
    given, g = for_rules(settings(series.options, series.deck)), for_rules(chance.generator())
    q, buffer = for_rules(quick.generator()), for_rules(np.zeros(game.state.ACTIONS.size, np.int32))
    for k in range(count):
        game.kernels.begin_indexed(for_rules(states), k, blank, root, first + k, series.seats, given, g, q)
        steps[k] = game.kernels.play_out_at(for_rules(states), k, q, buffer)
    game.kernels.outcome_batch(for_rules(states), for_rules(scores), for_rules(returns))
    return states, steps, scores, returns


def walk(batch: Any, steps: int) -> Iterator[Array]:
    """Everything that a batch tells while it is stepped; some moves are refused, some matches begin anew."""
    batch.reset()
    for step in range(steps):
        mask = on_host(batch.legal())
        yield from (mask, on_host(batch.observe()), on_host(batch.turns), on_host(batch.outcome()))
        actions = chosen(mask, step)
        if step % 5 == 4:
            actions[:3] = -1
        batch.step(actions)
        yield from (on_host(batch.states), on_host(batch.times), on_host(batch.reasons), on_host(batch.scores))
        if step % 8 == 7:
            batch.reset((np.arange(batch.size) % 3 == 0).astype(np.uint8))


def chosen(mask: Array, step: int) -> Array:
    """A legal action in each match, another one in each; 0 where the match is over."""
    actions = np.zeros(len(mask), np.int32)
    for i, row in enumerate(mask):
        legal = np.flatnonzero(row)
        if len(legal):
            actions[i] = legal[(7 * step + 11 * i) % len(legal)]
    return actions


def on_host(array: Any) -> Array:
    """An array as the host sees it, a copy if it lies on a device."""
    return array.to_host() if hasattr(array, "to_host") else array
