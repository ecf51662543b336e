"""Play in bulk. The outcome depends on the seed alone, never on the number of workers or machines.

Matches come in parts, always in their order: whoever stops early has the first so many of the series, as if no more
had been asked for.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Any

import msgspec
import numpy as np

from dottable.core.record import Array
from dottable.core.series import Results, Series
from dottable.lab.bot_series import BotSeries, Outcome, play_all, results_of
from dottable.lab.policy_series import PolicySeries
from dottable.lab.timed import TimedSeries, race_share
from dottable.lab.workers import Crew, spread

CHUNK = 4096
"""Random matches in one part."""
THOUGHTFUL_CHUNK = 128
"""Matches of compiled policies in one part: a second or so at the most."""
Faults = dict[str, int]


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What came out of a simulation: the same for the same seed."""

    game: str
    options: dict[str, Any]
    seats: int
    seed: str
    planned: int
    matches: int
    """Fewer than planned if somebody stopped it."""
    steps: int
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
    faults: Faults | None = None
    """How often each bot did something wrong."""


class Part(msgspec.Struct, frozen=True):
    """Matches that follow each other in a series."""

    first: int
    results: Results
    faults: Faults


def simulate(series: Series, matches: int, crew: Crew = Crew()) -> Generator[Part, None, None]:  # noqa: B008
    """Play matches 0 to `matches` - 1; gives them part by part, in their order."""
    held: dict[int, Part] = {}
    expected = 0
    with closing(parts_of(series, matches, crew)) as parts:
        for part in parts:
            held[part.first] = part
            while expected in held:
                part = held.pop(expected)
                expected += len(part.results.steps)
                yield part


def parts_of(series: Series, matches: int, crew: Crew) -> Generator[Part, None, None]:
    """Parts as they are done, by whoever does them."""
    if isinstance(series, BotSeries):
        with closing(
            play_all([(series, index) for index in range(matches)], workers=crew.workers, cluster=crew.cluster)
        ) as played:
            for place, outcome in played:
                yield Part(place, results_of([outcome]), faults_in(series, outcome))
        return
    chunk = THOUGHTFUL_CHUNK if isinstance(series, PolicySeries) and set(series.bots) != {"random"} else CHUNK
    jobs = [(series, first, min(chunk, matches - first)) for first in range(0, matches, chunk)]
    with closing(spread(play_part, jobs, crew, in_threads=True)) as done:
        for place, results in done:
            yield Part(place * chunk, results, {})


def play_part(series: Series, first: int, count: int) -> Results:
    """Some matches of a series, wherever this is called."""
    return series.play(first, count)


def faults_in(series: BotSeries, outcome: Outcome) -> Faults:
    """How often each bot was at fault in a match."""
    found: Faults = {}
    for fault in outcome.faults:
        found[series.bots[fault.seat]] = found.get(series.bots[fault.seat], 0) + 1
    return found


class Totals:
    """Adds parts up, so that a simulation of any length takes no more memory than one part."""

    def __init__(self, series: Series, planned: int) -> None:
        self.series, self.planned = series, planned
        self.matches = self.steps = self.max_steps = 0
        self._scores = np.zeros(series.seats, np.int64)
        self._returns, self._wins = (np.zeros(series.seats) for _ in range(2))
        self._races = np.zeros(series.seats, np.int64)
        self._bots: tuple[str, ...] = getattr(series, "bots", ())
        self._faults: Faults = dict.fromkeys(self._bots, 0)

    def add(self, part: Part) -> None:
        results = part.results
        self.matches += len(results.steps)
        self.steps += int(results.steps.sum(dtype=np.int64))
        self.max_steps = max(self.max_steps, int(results.steps.max()))
        self._scores += results.scores.sum(axis=0, dtype=np.int64)
        self._returns += results.returns.sum(axis=0, dtype=np.float64)
        self._wins += win_shares(results.returns).sum(axis=0)
        if results.races is not None:
            self._races += results.races.sum(axis=0, dtype=np.int64)
        for bot, count in part.faults.items():
            self._faults[bot] += count

    def summary(self) -> Summary:
        """The figures of all that was added."""
        series, matches = self.series, max(1, self.matches)
        return Summary(
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
            tempi=[tempo.name for tempo in series.tempi] if isinstance(series, TimedSeries) else None,
            race_share=race_share(self._races[None]) if isinstance(series, TimedSeries) else None,
            bots=list(self._bots) if self._bots else None,
            faults=self._faults if self._bots else None,
        )


def summarize(series: Series, parts: Iterator[Part], planned: int) -> Summary:
    """Play all parts and add them up."""
    totals = Totals(series, planned)
    for part in parts:
        totals.add(part)
    return totals.summary()


def joined(parts: list[Results]) -> Results:
    """Results of consecutive matches as one."""
    races = [part.races for part in parts if part.races is not None]
    notes = [part.notes for part in parts if part.notes is not None]
    return Results(
        np.concatenate([part.steps for part in parts]),
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.returns for part in parts]),
        np.concatenate(races) if races else None,
        np.concatenate(notes) if notes else None,
    )


def win_shares(returns: Array) -> Array:
    """Every seat's part of each win; a shared win is split evenly."""
    best = returns == returns.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)
