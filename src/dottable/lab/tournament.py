"""Round-robin tournaments between bots: all pairings with rotated seats and the same deals."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import combinations
from typing import Any

import msgspec
import numpy as np

from dottable.bots.bot import Budget
from dottable.core.errors import DottableError
from dottable.core.matches.seeded_series import SeriesConfig
from dottable.core.primitives.record import Array
from dottable.lab.series.bot_series import BotSeries, MatchOutcome, ProgressCallback, ScheduledMatch, play_scheduled
from dottable.lab.series.result_operations import win_shares
from dottable.lab.statistics.estimates import WilsonInterval, wilson_interval
from dottable.lab.statistics.ratings import RatedMatch, Rating, elo_ratings
from dottable.lab.worker_pool import WorkerPool

LineUp = tuple[str, ...]
"""The name of the bot at each seat."""
PlayedMatch = tuple[LineUp, MatchOutcome]


class FaultSummary(msgspec.Struct, frozen=True):
    """Number of faults of one kind, and the message of the first fault."""

    count: int
    first: str


class ThinkingTime(msgspec.Struct, frozen=True):
    """Thinking times of a bot, in milliseconds per move."""

    moves: int
    mean_ms: float
    p50_ms: float
    max_ms: float


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Rating, wins, thinking times and faults of one bot in a tournament."""

    bot: str
    rating: Rating | None
    matches: int
    """Number of seats that the bot had, summed over all matches."""
    wins: float
    """Number of matches won. A shared win counts as a fraction."""
    thinking: ThinkingTime | None
    faults: dict[str, FaultSummary]
    """Faults by kind."""


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """Head-to-head result of two bots, over the matches that either won or both shared."""

    bots: tuple[str, str]
    wins: tuple[int, int]
    draws: int
    share: WilsonInterval
    """Share of the decided matches that the first bot won, with its interval."""


class TournamentReport(msgspec.Struct, frozen=True, kw_only=True):
    """Results of a tournament. Only the times differ between runs with the same seed."""

    game: str
    options: dict[str, Any]
    seats: int
    seed: str
    budget_ms: int | None
    matches: int
    """Number of matches played; less than `planned` if the tournament was stopped."""
    planned: int
    draws: int
    seconds: float
    standings: list[Standing]
    """Standings in descending order of rating."""
    pairs: list[Pairing]


class Tournament:
    """The schedule of a tournament, and the outcomes of the matches played so far."""

    def __init__(
        self,
        config: SeriesConfig,
        bots: Sequence[str],
        *,
        matches: int,
        budget: Budget = Budget(),  # noqa: B008
    ) -> None:
        if len(bots) < 2 or len(set(bots)) < len(bots):
            raise DottableError("A tournament takes two or more bots. Name each bot once.")
        self.bots, self.budget = list(bots), budget
        self.series = BotSeries(config, [bots[0]] * config.seats, budget=budget)
        self.schedule = list(self._scheduled_matches(matches))
        self.outcomes: dict[int, MatchOutcome] = {}
        self.seconds = 0.0

    def _scheduled_matches(self, matches: int) -> Iterator[ScheduledMatch]:
        """Yield `matches` matches for every group of bots that fills the seats. The groups alternate."""
        by_line_up: dict[LineUp, BotSeries] = {}
        for k in range(matches):
            for group in combinations(self.bots, min(len(self.bots), self.series.seats)):
                names, deal = line_up_and_deal_index(group, self.series.seats, k)
                if names not in by_line_up:
                    by_line_up[names] = self.series.with_bots(names)
                yield by_line_up[names], deal

    def play(
        self,
        pool: WorkerPool = WorkerPool(),  # noqa: B008
        *,
        advance: ProgressCallback = lambda _: None,
    ) -> None:
        """Play all matches that have no outcome yet. After a KeyboardInterrupt the outcomes so far are kept."""
        start = time.perf_counter()
        remaining = [place for place in range(len(self.schedule)) if place not in self.outcomes]
        try:
            with closing(play_scheduled([self.schedule[place] for place in remaining], pool)) as played:
                for k, outcome in played:
                    self.outcomes[remaining[k]] = outcome
                    advance(1)
        finally:
            self.seconds += time.perf_counter() - start

    def report(self) -> TournamentReport:
        """Return the standings and pairings from the matches played so far."""
        played = [(self.schedule[place][0].bots, self.outcomes[place]) for place in sorted(self.outcomes)]
        shares = win_shares(np.array([o.returns for _, o in played])) if played else np.zeros((0, self.series.seats))
        return TournamentReport(
            game=self.series.game.slug,
            options=msgspec.to_builtins(self.series.options),
            seats=self.series.seats,
            seed=self.series.seed.hex(),
            budget_ms=self.budget.ms,
            matches=len(played),
            planned=len(self.schedule),
            draws=int((shares.max(axis=1) < 1).sum()) if played else 0,
            seconds=self.seconds,
            standings=self._standings(played, shares),
            pairs=[pairing_of(a, b, played, shares) for a, b in combinations(self.bots, 2)],
        )

    def _standings(self, played: list[PlayedMatch], shares: Array) -> list[Standing]:
        """Return the standings, highest rating first. Before the first match, return them without ratings."""
        standings = [standing_of(bot, played, shares) for bot in self.bots]
        if not played:
            return standings
        ratings = elo_ratings(len(self.bots), self._rated_matches(played, shares))
        rated = zip(standings, ratings, strict=True)
        return [
            msgspec.structs.replace(standing, rating=rating)
            for standing, rating in sorted(rated, key=lambda pair: -pair[1].rating)
        ]

    def _rated_matches(self, played: list[PlayedMatch], shares: Array) -> Iterator[RatedMatch]:
        numbers = {bot: n for n, bot in enumerate(self.bots)}
        for (names, _), won in zip(played, shares, strict=True):
            yield [numbers[name] for name in names], won


def line_up_and_deal_index(group: LineUp, seats: int, k: int) -> tuple[LineUp, int]:
    """Return the line-up and the index of the deal for match `k` of a group.

    Every deal is played once per rotation of the group, so that no bot gets better deals. Every second deal reverses
    the order, because with three or more bots it matters who follows whom.
    """
    deal, turn = divmod(k, len(group))
    order = group[::-1] if deal % 2 else group
    return tuple(order[(seat + turn) % len(order)] for seat in range(seats)), deal


def standing_of(bot: str, played: list[PlayedMatch], shares: Array) -> Standing:
    """Return the standing of a bot without its rating."""
    seats = np.array([[name == bot for name in names] for names, _ in played], bool).reshape(shares.shape)
    times = [o.think_ms[seat] for names, o in played for seat, name in enumerate(names) if name == bot]
    return Standing(
        bot=bot,
        rating=None,
        matches=int(seats.sum()),
        wins=float(shares[seats].sum()),
        thinking=thinking_time(times),
        faults=fault_summaries(bot, played),
    )


def fault_summaries(bot: str, played: list[PlayedMatch]) -> dict[str, FaultSummary]:
    """Return the faults of a bot by kind."""
    found: dict[str, FaultSummary] = {}
    for names, outcome in played:
        for fault in outcome.faults:
            if names[fault.seat] == bot:
                known = found.get(fault.kind, FaultSummary(0, fault.message))
                found[fault.kind] = FaultSummary(known.count + 1, known.first)
    return found


def thinking_time(times_ms: list[Array]) -> ThinkingTime | None:
    """Return the number, mean, median and maximum of all thinking times; None without any move."""
    joined = np.concatenate(times_ms) if times_ms else np.zeros(0)
    if not len(joined):
        return None
    return ThinkingTime(
        len(joined), float(joined.mean(dtype=np.float64)), float(np.median(joined)), float(joined.max())
    )


def pairing_of(first: str, second: str, played: list[PlayedMatch], shares: Array) -> Pairing:
    """Return the head-to-head result of two bots, over all matches in which both played."""
    wins, draws = [0, 0], 0
    for (names, _), won in zip(played, shares, strict=True):
        ours, theirs = (float(sum(won[s] for s, n in enumerate(names) if n == bot)) for bot in (first, second))
        if first not in names or second not in names or ours == theirs == 0:
            continue
        if ours == theirs:
            draws += 1
        else:
            wins[ours < theirs] += 1
    return Pairing(
        bots=(first, second), wins=(wins[0], wins[1]), draws=draws, share=wilson_interval(wins[0], sum(wins))
    )
