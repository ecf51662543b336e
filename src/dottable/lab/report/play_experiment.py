"""Plays the matches of a report: of one or two variants, of each bot level, and of pairs of neighbouring levels."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from dottable.core.deck_files import Deck
from dottable.core.game import Game
from dottable.core.matches.seeded_series import Results, SeriesConfig
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
from dottable.lab.series.result_operations import concatenate_results, win_shares
from dottable.lab.simulation.simulate import simulate
from dottable.lab.statistics.estimates import Ratio
from dottable.lab.statistics.metrics import MatchStatistics
from dottable.lab.tournament import line_up_and_deal_index
from dottable.lab.worker_pool import WorkerPool


@dataclass(frozen=True)
class ReportVariant:
    """The options and the deck with which a game is played."""

    name: str
    """Short name, such as "value" or "single-colour-bonus=off"."""
    options: Options
    deck: Deck | None


@dataclass(frozen=True)
class ExperimentPlan:
    """What a report plays: game, seats, variants, bots, seed, and numbers of matches."""

    game: Game
    seats: int
    variants: tuple[ReportVariant, ...]
    """One variant, or two variants to compare."""
    bots: tuple[str, ...]
    seed: bytes
    matches: int
    levels: tuple[str, ...]
    """Bot levels from weak to strong. Each plays against itself and against the next level."""
    level_matches: int
    """Number of matches of each level against itself, and per pair of neighbouring levels; 0 to skip them."""

    @property
    def total_matches(self) -> int:
        """Total number of matches, for a progress bar."""
        line_ups = len(self.levels) + max(0, len(self.levels) - 1)
        return len(self.variants) * (self.matches + line_ups * self.level_matches)


@dataclass(frozen=True)
class LevelPair:
    """Result of the matches between two bot levels."""

    weaker: str
    stronger: str
    stronger_wins: Ratio
    """Wins of the stronger level, divided by the number of decided matches."""


@dataclass(frozen=True)
class VariantResult:
    """Statistics of the matches of one variant, and the results of its matches with bot levels."""

    variant: ReportVariant
    statistics: MatchStatistics
    statistics_by_level: dict[str, MatchStatistics]
    """Statistics of the matches of each level against itself, by level."""
    level_pairs: tuple[LevelPair, ...]


def run_experiment(plan: ExperimentPlan, pool: WorkerPool, advance: ProgressCallback) -> list[VariantResult]:
    """Play all variants of an experiment plan, one after the other, and return their results."""
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
    plan: ExperimentPlan, variant: ReportVariant, pool: WorkerPool, advance: ProgressCallback
) -> MatchStatistics:
    """Play the plan's matches with one variant and return their statistics."""
    kind = PolicySeries if set(plan.bots) <= set(POLICY_NAMES) else BotSeries
    series = kind(series_config(plan, variant, plan.seats), plan.bots, has_statistics=True)
    return play_with_statistics(series, plan.matches, pool, advance)


def play_levels(
    plan: ExperimentPlan, variant: ReportVariant, pool: WorkerPool, advance: ProgressCallback
) -> dict[str, MatchStatistics]:
    """Play each level against itself, on the first deals of the plan, and return the statistics by level."""
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
    """Play the first `matches` matches of a series and return their statistics."""
    batches: list[Results] = []
    with closing(simulate(series, matches, pool)) as played:
        for batch in played:
            batches.append(batch.results)
            advance(len(batch.results.steps))
    return MatchStatistics(series, concatenate_results(batches))


def series_config(plan: ExperimentPlan, variant: ReportVariant, seats: int) -> SeriesConfig:
    """Return the configuration of a series of matches with one variant."""
    return SeriesConfig(plan.game, seats, variant.options, plan.seed, variant.deck)


def play_level_pairs(
    plan: ExperimentPlan, variant: ReportVariant, pool: WorkerPool, advance: ProgressCallback
) -> tuple[LevelPair, ...]:
    """Play neighbouring levels against each other and return the results.

    The matches have the minimum number of seats. Every deal is played once in each seating.
    """
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
