"""Series of matches between bots. Match `index` depends only on the seed, the index and the line-up."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Sequence
from functools import cache

import msgspec
import numpy as np

from dottable.bots.bot import Bot, Budget
from dottable.bots.external.external_bot import ExternalBot
from dottable.bots.registry import close_bots, find_bot
from dottable.bots.safe_choose import safe_choose
from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Results, Series, SeriesConfig
from dottable.core.primitives.record import Array
from dottable.core.registry import find_game, lookup_name
from dottable.lab.series.match_runner import MatchFault, MatchRunner
from dottable.lab.series.policy_series import match_statistics
from dottable.lab.worker_pool import WorkerPool, run_jobs

WARM_UP_CALLS = 60
"""Number of choices that a new bot makes before its first match, so that its rare code paths are compiled too."""
ProgressCallback = Callable[[int], None]
"""Called with the number of matches finished since the last call."""


class MatchOutcome(msgspec.Struct, frozen=True):
    """Result of one match between bots."""

    steps: int
    scores: list[int]
    returns: list[float]
    think_ms: list[Array]
    """Per seat: time of every choice in milliseconds. Only this field differs between runs with the same seed."""
    faults: list[MatchFault]
    statistics: Array | None = None
    """One number per statistics column; None if the series records no statistics."""


class BotSeries(Series):
    """A series in which bots choose the moves. Bots are named as in `bots/registry.py`. It can be pickled."""

    def __init__(
        self,
        config: SeriesConfig,
        bots: Sequence[str],
        *,
        budget: Budget = Budget(),  # noqa: B008
        has_statistics: bool = False,
    ) -> None:
        super().__init__(config)
        self.bots, self.budget, self.has_statistics = tuple(bots), budget, has_statistics

    def with_bots(self, bots: Sequence[str]) -> BotSeries:
        """Return a copy of this series with other bots."""
        return BotSeries(self.config, bots, budget=self.budget, has_statistics=self.has_statistics)

    def play_match(self, index: int) -> MatchOutcome:
        """Play match `index` and return its outcome."""
        runner = self._run_match(index)
        match = runner.match
        think_ms = [np.array(times, np.float32) for times in runner.think_ms]
        statistics = match_statistics(match) if self.has_statistics else None
        return MatchOutcome(len(match.moves), match.scores(), match.returns(), think_ms, runner.faults, statistics)

    def play(self, first: int, count: int) -> Results:
        """Play `count` matches from index `first` on in this process, and return their results."""
        return outcomes_as_results([self.play_match(index) for index in range(first, first + count)])

    def played_match(self, index: int, most_moves: int | None = None) -> Match:  # noqa: ARG002
        """Play match `index` to its end and return it with its move history. `most_moves` has no effect."""
        return self._run_match(index).match

    def _run_match(self, index: int) -> MatchRunner:
        match, _ = self.match(index)
        bots = [warmed_up_bot(name, lookup_name(self.game)) for name in self.bots]
        runner = MatchRunner(match, bots, [self.budget] * self.seats, self.bot_seed(index))
        runner.play()
        return runner

    def bot_seed(self, index: int) -> bytes:
        """Return the seed of the bots' random choices in a match. Unlike the deal, it depends on the line-up."""
        names = "\0".join(self.bots).encode()
        return hashlib.sha256(b"bots" + self.seed + index.to_bytes(8, "big") + names).digest()


@cache
def warmed_up_bot(name: str, game_name: str) -> Bot:
    """Return the bot of this name, created once per process and warmed up, so that no move waits for the compiler."""
    game = find_game(game_name)
    bot = find_bot(name, game)
    opening = Match(game, seed=bytes(32))
    access = SeatAccess(opening, opening.to_act[0])
    for k in range(1 if isinstance(bot, ExternalBot) else WARM_UP_CALLS):
        safe_choose(bot, access, Budget(simulations=2), bytes([k] * 32))
    return bot


def outcomes_as_results(outcomes: Sequence[MatchOutcome]) -> Results:
    """Return steps, scores, returns and statistics of consecutive matches as arrays."""
    statistics = [outcome.statistics for outcome in outcomes if outcome.statistics is not None]
    return Results(
        np.array([outcome.steps for outcome in outcomes], np.int32),
        np.array([outcome.scores for outcome in outcomes], np.int32),
        np.array([outcome.returns for outcome in outcomes], np.float32),
        statistics=np.stack(statistics) if statistics else None,
    )


ScheduledMatch = tuple[BotSeries, int]
"""A match to play: a series with its line-up, and the index of the match in the series."""


def play_scheduled(
    schedule: Sequence[ScheduledMatch],
    pool: WorkerPool = WorkerPool(),  # noqa: B008
) -> Generator[tuple[int, MatchOutcome], None, None]:
    """Play all matches. Yield the index in the schedule and the outcome of each match as it completes."""
    bots = warmed_up_bots(schedule)  # worker processes then load the compiled code from the cache
    if pool.worker_count > 1 or pool.cluster is not None:
        close_bots(bots)
    try:
        yield from run_jobs(play_scheduled_match, schedule, pool)
    finally:
        close_bots(bots)  # ends the processes of external bots


def warmed_up_bots(schedule: Sequence[ScheduledMatch]) -> list[Bot]:
    """Return one warmed-up bot for each pair of bot name and game in the schedule."""
    names = dict.fromkeys((name, lookup_name(series.game)) for series, _ in schedule for name in series.bots)
    return [warmed_up_bot(name, game_name) for name, game_name in names]


def play_scheduled_match(series: BotSeries, index: int) -> MatchOutcome:
    """Play one scheduled match and return its outcome. Worker processes run this function."""
    return series.play_match(index)
