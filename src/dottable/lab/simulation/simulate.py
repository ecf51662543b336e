"""Simulates a series in batches. The results depend only on the seed, not on the number of workers or machines.

Batches are yielded in the order of the series. So a simulation that is stopped early has played the first matches.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Any

import msgspec
import numpy as np

from dottable.core.matches.seeded_series import Results, Series
from dottable.lab.series.bot_series import BotSeries, MatchOutcome, outcomes_as_results, play_scheduled
from dottable.lab.series.policy_series import PolicySeries
from dottable.lab.series.reaction_series import ReactionTimeSeries, race_win_shares
from dottable.lab.series.result_operations import win_shares
from dottable.lab.worker_pool import WorkerPool, run_jobs

RANDOM_BATCH_SIZE = 1024
"""Number of matches per batch of random play. A batch is short, so that Ctrl-C is noticed in time on a busy machine."""
POLICY_BATCH_SIZE = 128
"""Number of matches per batch between compiled policies. A batch takes about a second in the slowest game."""
FaultCounts = dict[str, int]
"""Number of faults by bot name."""


class SimulationSummary(msgspec.Struct, frozen=True, kw_only=True):
    """Totals and means of a simulation. The same seed gives the same summary."""

    game: str
    options: dict[str, Any]
    seats: int
    seed: str
    planned: int
    matches: int
    """Number of matches played; less than `planned` if the simulation was stopped."""
    steps: int
    mean_returns: list[float]
    win_share: list[float]
    mean_scores: list[float]
    mean_steps: float
    max_steps: int
    reaction_levels: list[str] | None = None
    """Per seat: level of its reaction time; None unless played in virtual time."""
    race_share: list[float] | None = None
    bots: list[str] | None = None
    """Per seat: name of its bot; None if all seats played at random."""
    faults: FaultCounts | None = None


class MatchBatch(msgspec.Struct, frozen=True):
    """Results of consecutive matches of a series."""

    first: int
    """Index of the first match of the batch."""
    results: Results
    faults: FaultCounts


def simulate(series: Series, matches: int, pool: WorkerPool = WorkerPool()) -> Generator[MatchBatch, None, None]:  # noqa: B008
    """Play matches 0 to `matches` - 1 of a series. Yield their results in batches, in the order of the series."""
    early: dict[int, MatchBatch] = {}
    expected = 0
    with closing(completed_batches(series, matches, pool)) as batches:
        for completed in batches:
            early[completed.first] = completed
            while expected in early:
                batch = early.pop(expected)
                expected += len(batch.results.steps)
                yield batch


def completed_batches(series: Series, matches: int, pool: WorkerPool) -> Generator[MatchBatch, None, None]:
    """Play the matches of a series. Yield their results in batches, in the order of completion."""
    if isinstance(series, BotSeries):
        with closing(play_scheduled([(series, index) for index in range(matches)], pool)) as played:
            for index, outcome in played:
                yield MatchBatch(index, outcomes_as_results([outcome]), fault_counts(series, outcome))
        return
    is_policy_play = isinstance(series, PolicySeries) and set(series.bots) != {"random"}
    size = POLICY_BATCH_SIZE if is_policy_play else RANDOM_BATCH_SIZE
    jobs = [(series, first, min(size, matches - first)) for first in range(0, matches, size)]
    with closing(run_jobs(play_matches, jobs, pool, in_threads=True)) as done:
        for index, results in done:
            yield MatchBatch(index * size, results, {})


def play_matches(series: Series, first: int, count: int) -> Results:
    """Play `count` consecutive matches and return their results. Worker processes run this function."""
    return series.play(first, count)


def fault_counts(series: BotSeries, outcome: MatchOutcome) -> FaultCounts:
    """Return the number of faults of each bot in a match."""
    counts: FaultCounts = {}
    for fault in outcome.faults:
        counts[series.bots[fault.seat]] = counts.get(series.bots[fault.seat], 0) + 1
    return counts


class RunningTotals:
    """Running sums over batches. Their memory does not grow with the number of matches."""

    def __init__(self, series: Series, planned: int) -> None:
        self.series, self.planned = series, planned
        self.matches = self.steps = self.max_steps = 0
        self._scores = np.zeros(series.seats, np.int64)
        self._returns, self._wins = (np.zeros(series.seats) for _ in range(2))
        self._races = np.zeros(series.seats, np.int64)
        self._bots: tuple[str, ...] = getattr(series, "bots", ())
        self._faults: FaultCounts = dict.fromkeys(self._bots, 0)

    def add_batch(self, batch: MatchBatch) -> None:
        results = batch.results
        self.matches += len(results.steps)
        self.steps += int(results.steps.sum(dtype=np.int64))
        self.max_steps = max(self.max_steps, int(results.steps.max()))
        self._scores += results.scores.sum(axis=0, dtype=np.int64)
        self._returns += results.returns.sum(axis=0, dtype=np.float64)
        self._wins += win_shares(results.returns).sum(axis=0)
        if results.races is not None:
            self._races += results.races.sum(axis=0, dtype=np.int64)
        for bot, count in batch.faults.items():
            self._faults[bot] += count

    def summary(self) -> SimulationSummary:
        """Return the totals and means of all batches added so far."""
        series, matches = self.series, max(1, self.matches)
        levels = series.levels if isinstance(series, ReactionTimeSeries) else None
        return SimulationSummary(
            game=series.game.slug,
            options=msgspec.to_builtins(series.options),
            seats=series.seats,
            seed=series.seed.hex(),
            planned=self.planned,
            matches=self.matches,
            steps=self.steps,
            mean_returns=(self._returns / matches).tolist(),
            win_share=(self._wins / matches).tolist(),
            mean_scores=(self._scores / matches).tolist(),
            mean_steps=self.steps / matches,
            max_steps=self.max_steps,
            reaction_levels=[level.name for level in levels] if levels else None,
            race_share=race_win_shares(self._races[None]) if levels else None,
            bots=list(self._bots) if self._bots else None,
            faults=self._faults if self._bots else None,
        )


def summarize_batches(series: Series, batches: Iterator[MatchBatch], planned: int) -> SimulationSummary:
    """Return the totals and means of all batches."""
    totals = RunningTotals(series, planned)
    for batch in batches:
        totals.add_batch(batch)
    return totals.summary()
