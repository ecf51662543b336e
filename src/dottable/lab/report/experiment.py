"""Play the matches of a report: of one or two variants, of each bot level, and of pairs of neighbouring levels."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from dottable.core.decks import Deck
from dottable.core.game import Game
from dottable.core.matches.series import Results, SeriesConfig
from dottable.core.options import Options
from dottable.lab.series.bot_series import (
    BotSeries,
    MatchOutcome,
    ProgressCallback,
    ScheduledMatch,
    outcomes_as_results,
    play_scheduled,
)
from dottable.lab.series.policy_series import POLICY_NAMES, PolicySeries
from dottable.lab.series.results import concatenate_results, win_shares
from dottable.lab.simulation.simulate import simulate
from dottable.lab.statistics.estimates import Ratio
from dottable.lab.statistics.metrics import MatchStatistics
from dottable.lab.tournament import line_up_and_deal_index
from dottable.lab.worker_pool import WorkerPool


@dataclass(frozen=True)
class Variant:
    """Options and deck that a game is played with."""

    name: str
    """Short: "value", "single-colour-bonus=off"."""
    options: Options
    deck: Deck | None


@dataclass(frozen=True)
class ExperimentPlan:
    """The matches of a report."""

    game: Game
    seats: int
    variants: tuple[Variant, ...]
    """One variant, or two to compare."""
    bots: tuple[str, ...]
    seed: bytes
    matches: int
    levels: tuple[str, ...]
    """Bot levels from weak to strong. Each plays against itself and against the next."""
    level_matches: int
    """Matches of each level against itself, and per pair of neighbouring levels; 0 leaves them out."""

    @property
    def total_matches(self) -> int:
        """Number of all matches, for a progress bar."""
        line_ups = len(self.levels) + max(0, len(self.levels) - 1)
        return len(self.variants) * (self.matches + line_ups * self.level_matches)


@dataclass(frozen=True)
class LevelPair:
    """Matches between two bot levels."""

    weaker: str
    stronger: str
    stronger_wins: Ratio
    """Wins of the stronger level over the decided matches."""


@dataclass(frozen=True)
class VariantResult:
    """Statistics of the matches of one variant, and the results of its matches with bot levels."""

    variant: Variant
    statistics: MatchStatistics
    statistics_by_level: dict[str, MatchStatistics]
    """Matches of each level against itself, at all seats."""
    level_pairs: tuple[LevelPair, ...]


def run_experiment(plan: ExperimentPlan, pool: WorkerPool, advance: ProgressCallback) -> list[VariantResult]:
    """Return the results of all variants, played one after the other."""
    return [
        VariantResult(
            variant,
            play_variant(plan, variant, pool, advance),
            play_levels(plan, variant, pool, advance),
            play_level_pairs(plan, variant, pool, advance),
        )
        for variant in plan.variants
    ]


def play_variant(
    plan: ExperimentPlan, variant: Variant, pool: WorkerPool, advance: ProgressCallback
) -> MatchStatistics:
    """Return the statistics of the plan's matches under one variant."""
    kind = PolicySeries if set(plan.bots) <= set(POLICY_NAMES) else BotSeries
    series = kind(series_config(plan, variant, plan.seats), plan.bots, has_statistics=True)
    return play_with_statistics(series, plan.matches, pool, advance)


def play_levels(
    plan: ExperimentPlan, variant: Variant, pool: WorkerPool, advance: ProgressCallback
) -> dict[str, MatchStatistics]:
    """Return the statistics of each level against itself, on the first deals of the plan's matches."""
    config = series_config(plan, variant, plan.seats)
    return {
        level: play_with_statistics(
            BotSeries(config, (level,) * plan.seats, has_statistics=True), plan.level_matches, pool, advance
        )
        for level in (plan.levels if plan.level_matches else ())
    }


def play_with_statistics(
    series: PolicySeries | BotSeries, matches: int, pool: WorkerPool, advance: ProgressCallback
) -> MatchStatistics:
    """Return the statistics of the first matches of a series."""
    batches: list[Results] = []
    with closing(simulate(series, matches, pool)) as played:
        for batch in played:
            batches.append(batch.results)
            advance(len(batch.results.steps))
    return MatchStatistics(series, concatenate_results(batches))


def series_config(plan: ExperimentPlan, variant: Variant, seats: int) -> SeriesConfig:
    """Return the configuration of a series of one variant."""
    return SeriesConfig(plan.game, seats, variant.options, plan.seed, variant.deck)


def play_level_pairs(
    plan: ExperimentPlan, variant: Variant, pool: WorkerPool, advance: ProgressCallback
) -> tuple[LevelPair, ...]:
    """Return the matches between neighbouring levels, with the fewest seats. Every deal is played from both sides."""
    if not plan.level_matches:
        return ()
    seats = plan.game.min_seats
    config = series_config(plan, variant, seats)
    pairs = list(pairwise(plan.levels))
    schedule: list[ScheduledMatch] = []
    for k in range(plan.level_matches):
        for pair in pairs:
            names, deal = line_up_and_deal_index(pair, seats, k)
            schedule.append((BotSeries(config, names), deal))
    outcomes: dict[int, MatchOutcome] = {}
    with closing(play_scheduled(schedule, pool)) as played:
        for index, outcome in played:
            outcomes[index] = outcome
            advance(1)
    every = range(len(schedule))
    return tuple(
        level_pair_result(pair, [(schedule[k][0], outcomes[k]) for k in every if k % len(pairs) == n])
        for n, pair in enumerate(pairs)
    )


def level_pair_result(levels: tuple[str, str], played: Sequence[tuple[BotSeries, MatchOutcome]]) -> LevelPair:
    """Return the result of all matches between two levels."""
    weaker, stronger = levels
    results = outcomes_as_results([outcome for _, outcome in played])
    is_stronger = np.array([[name == stronger for name in series.bots] for series, _ in played])
    shares = win_shares(results.returns)
    ours, theirs = (shares * is_stronger).sum(axis=1), (shares * ~is_stronger).sum(axis=1)
    wins = Ratio((ours > theirs).astype(np.float64), (ours != theirs).astype(np.float64))
    return LevelPair(weaker, stronger, wins)
