"""Play in bulk. The outcome depends on the seed alone, never on the number of workers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from typing import Any, TypeVar

import msgspec
import numpy as np

from dottable.core.record import Array
from dottable.core.series import Results, Series
from dottable.lab.bot_series import BotSeries, Outcome, results_of
from dottable.lab.timed import TimedSeries, race_share

CHUNK = 4096
Work = TypeVar("Work")
Progress = Callable[[int, int], None]
"""Told how many more matches are done, and their steps."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What came out of a simulation; `seconds` and the rate are the only parts that vary between runs."""

    game: str
    options: dict[str, Any]
    seats: int
    seed: str
    matches: int
    steps: int
    seconds: float
    steps_per_second: float
    mean_returns: list[float]
    win_share: list[float]
    mean_scores: list[float]
    mean_steps: float
    max_steps: int
    tempi: list[str] | None = None
    """Every seat's tempo, when played in virtual time."""
    race_share: list[float] | None = None
    bots: list[str] | None = None
    """Every seat's bot, when bots played; else all play at random."""
    faults: dict[str, int] | None = None
    """How often each bot did something wrong."""


def simulate(series: Series, matches: int, *, workers: int | None = None, progress: Progress | None = None) -> Results:
    """Play matches 0 to `matches` - 1, spread over threads (compiled code runs without the GIL)."""
    pieces: dict[int, Results] = {}
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        waiting: dict[Future[Results], int] = {
            pool.submit(series.play, first, min(CHUNK, matches - first)): first for first in range(0, matches, CHUNK)
        }
        for done in as_completed(waiting):
            piece = pieces[waiting[done]] = done.result()
            if progress:
                progress(len(piece.steps), int(piece.steps.sum()))
    return joined([pieces[first] for first in sorted(pieces)])


def joined(parts: list[Results]) -> Results:
    """Results of consecutive matches as one."""
    races = [part.races for part in parts if part.races is not None]
    return Results(
        np.concatenate([part.steps for part in parts]),
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.returns for part in parts]),
        np.concatenate(races) if races else None,
    )


def win_shares(returns: Array) -> Array:
    """Every seat's part of each win; a shared win is split evenly."""
    best = returns == returns.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def summarize(series: Series, results: Results, seconds: float) -> Summary:
    """The figures of a simulation."""
    steps = int(results.steps.sum(dtype=np.int64))
    return Summary(
        game=series.game.slug,
        options=msgspec.to_builtins(series.options),
        seats=series.seats,
        seed=series.seed.hex(),
        matches=len(results.steps),
        steps=steps,
        seconds=seconds,
        steps_per_second=steps / seconds if seconds else 0.0,
        mean_returns=_means(results.returns),
        win_share=_means(win_shares(results.returns)),
        mean_scores=_means(results.scores),
        mean_steps=steps / len(results.steps),
        max_steps=int(results.steps.max()),
        tempi=[tempo.name for tempo in series.tempi] if isinstance(series, TimedSeries) else None,
        race_share=None if results.races is None else race_share(results.races),
    )


def summarize_bots(series: BotSeries, outcomes: list[Outcome], seconds: float) -> Summary:
    """The figures of a simulation between bots."""
    faults = dict.fromkeys(series.bots, 0)
    for outcome in outcomes:
        for fault in outcome.faults:
            faults[series.bots[fault.seat]] += 1
    plain = summarize(series, results_of(outcomes), seconds)
    return msgspec.structs.replace(plain, bots=list(series.bots), faults=faults)


def _means(table: Array) -> list[float]:
    return [float(mean) for mean in table.mean(axis=0, dtype=np.float64)]


def timed(work: Callable[[], Work]) -> tuple[Work, float]:
    """Results and the seconds they took."""
    start = time.perf_counter()
    results = work()
    return results, time.perf_counter() - start
