"""Trajectories: every action of every match, with the seat's observation, action mask and return, as column arrays."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from dottable.core.game import Game
from dottable.core.kernels.kernel_arguments import series_input
from dottable.core.kernels.kernel_loader import load_kernels
from dottable.core.primitives.record import Array, rule_array
from dottable.core.primitives.seats import CLOCK
from dottable.lab.series.bot_series import BotSeries, warmed_up_bots
from dottable.lab.series.policy_series import PolicySeries
from dottable.lab.worker_pool import WorkerPool, run_jobs

KERNELS_FILE = Path(__file__).resolve().with_name("trajectory_kernels.py")
ROWS_PER_JOB = 8192
"""Approximate number of rows that a worker records before it returns them; limits the memory."""
MAX_MATCHES_PER_JOB = 256
TrajectorySeries = PolicySeries | BotSeries
Columns = dict[str, Array]


def trajectory_kernels(game: Game) -> Any:
    """Return the compiled functions of `trajectory_kernels.py` for a game."""
    return load_kernels(game, KERNELS_FILE)


def mask_bytes(game: Game) -> int:
    """Return the length of a packed action mask in bytes."""
    return -(-game.state.ACTIONS.size // 8)


def record_trajectories(series: TrajectorySeries, matches: int, pool: WorkerPool) -> Generator[Columns, None, None]:
    """Play matches 0 to `matches` - 1. Yield their steps in batches of whole matches, in the order of the series."""
    size = matches_per_job(series)
    jobs = [(series, first, min(size, matches - first)) for first in range(0, matches, size)]
    early: dict[int, Columns] = {}
    expected = 0
    is_compiled = isinstance(series, PolicySeries)
    with closing(run_jobs(record_matches, jobs, pool, in_threads=is_compiled)) as done:
        for index, columns in done:
            early[index] = columns
            while expected in early:
                yield early.pop(expected)
                expected += 1


def matches_per_job(series: TrajectorySeries) -> int:
    """Return the number of matches that have about ROWS_PER_JOB steps, judged by the first match.

    Playing that match also compiles the kernels.
    """
    if isinstance(series, BotSeries):
        warmed_up_bots([(series, 0)])
    steps = len(record_match(series, 0)["action"])
    return min(MAX_MATCHES_PER_JOB, max(1, ROWS_PER_JOB // max(1, steps)))


def record_matches(series: TrajectorySeries, first: int, count: int) -> Columns:
    """Play consecutive matches and return their steps. Worker processes run this function."""
    parts = [record_match(series, index) for index in range(first, first + count)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def record_match(series: TrajectorySeries, index: int) -> Columns:
    """Play one match and return its steps, with one row per action of a seat.

    Moves of the clock have no row, but they count in the step numbers.
    """
    game = series.game
    start, _ = series.match(index)
    moves = played_moves(series, index)
    steps = np.flatnonzero(moves[:, 0] != CLOCK)
    seats = moves[steps, 0]
    observations = np.zeros((len(steps), game.knowledge.OBSERVATION_SIZE), np.int16)
    masks = np.zeros((len(steps), mask_bytes(game)), np.uint8)
    returns = np.zeros(series.seats, np.float32)
    scratch = np.zeros(1, game.state.STATE), np.zeros(game.state.ACTIONS.size, np.int32)
    trajectory_kernels(game).replay_steps(
        series_input(game, series.seats, series.options, series.deck, start.seed),
        *map(rule_array, (moves, *scratch, observations, masks, returns)),
    )
    return {
        "match": np.full(len(steps), index, np.int64),
        "step": steps.astype(np.int32),
        "seat": seats.astype(np.int8),
        "observation": observations,
        "mask": masks,
        "action": moves[steps, 1].astype(np.int32),
        "return": returns[seats],
        "is_last": is_last_action(seats, series.seats),
    }


def played_moves(series: TrajectorySeries, index: int) -> Array:
    """Play a match and return its moves as rows of (seat, action, time in ms)."""
    if isinstance(series, PolicySeries):
        return series.played_moves(index)
    return np.array(series.played_match(index).moves, np.int64).reshape(-1, 3)


def is_last_action(seats: Array, seat_count: int) -> Array:
    """Return, for each row, whether it is the last action of its seat in the match."""
    is_last = np.zeros(len(seats), np.bool_)
    for seat in range(seat_count):
        rows = np.flatnonzero(seats == seat)
        is_last[rows[-1:]] = True
    return is_last
