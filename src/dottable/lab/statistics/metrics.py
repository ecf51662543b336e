"""Metrics of recorded matches: those of all games, and those that the game's statistics define.

Every metric is a `Ratio`, so all of them are estimated and compared in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from dottable.core.game import Game
from dottable.core.lab.statistics_definitions import PER_MATCH, Chart, Count
from dottable.core.matches.seeded_series import Results, Series
from dottable.core.primitives.record import Array
from dottable.lab.series.result_operations import win_shares
from dottable.lab.statistics import statistics_columns
from dottable.lab.statistics.estimates import Estimate, Ratio, estimate_ratio


class MetricLabel(NamedTuple):
    """The label of a metric, and whether it is shown in percent."""

    label: str
    is_share: bool = False


SHARED_METRICS = {
    "opener_wins": MetricLabel("decided matches won by the player who begins", is_share=True),
    "ties": MetricLabel("matches without a single winner", is_share=True),
    "score": MetricLabel("points of a player at the end"),
    "best_score": MetricLabel("points of the winner"),
    "margin": MetricLabel("points between the winner and the runner-up"),
    "steps": MetricLabel("moves per match"),
    "minutes": MetricLabel("minutes per match, in virtual time"),
    "choices": MetricLabel("legal moves per decision"),
    "forced": MetricLabel("decisions with only one legal move", is_share=True),
    "lead_changes": MetricLabel("changes of the lead per match"),
    "comebacks": MetricLabel("matches not won by the halfway leader", is_share=True),
    "deficit": MetricLabel("largest deficit of the winner, in points"),
}
"""Metrics that all games have, by name."""


def metric_labels(game: Game) -> dict[str, MetricLabel]:
    """Return the label of every metric of the game, by name."""
    own = game.statistics.METRICS if game.statistics is not None else ()
    return {**SHARED_METRICS, **{metric.name: MetricLabel(metric.label, metric.is_share) for metric in own}}


@dataclass(frozen=True)
class MeasuredMetric:
    """A metric, with the ratio that was measured."""

    name: str
    label: str
    ratio: Ratio
    is_share: bool = False
    rule: str = ""

    @property
    def estimate(self) -> Estimate | None:
        return estimate_ratio(self.ratio, is_share=self.is_share)


def shared_metric(name: str, ratio: Ratio) -> MeasuredMetric:
    """Return a metric that all games have, with the given ratio and the label from SHARED_METRICS."""
    label, is_share = SHARED_METRICS[name]
    return MeasuredMetric(name, label, ratio, is_share)


class MatchStatistics:
    """The recorded statistics of a series, with one row per match, and the metrics derived from them."""

    def __init__(self, series: Series, results: Results) -> None:
        assert results.statistics is not None, "the series recorded no statistics"
        self.series, self.game, self.seats = series, series.game, series.seats
        self.rows: Array = results.statistics
        self.scores, self.returns = results.scores, results.returns
        self.matches = len(results.steps)

    @cached_property
    def win_shares(self) -> Array:
        """Each seat's share of the win, one row per match."""
        return win_shares(self.returns)

    @cached_property
    def is_decided(self) -> Array:
        """Per match: whether it had exactly one winner or one winning team."""
        return self.column_values(statistics_columns.WINNING_SIDES_COLUMN) == 1

    @property
    def lowest_wins(self) -> bool:
        return self.game.statistics is not None and self.game.statistics.LOWEST_WINS

    @cached_property
    def opening_seats(self) -> Array:
        return self.column_values(statistics_columns.OPENER_COLUMN)

    @property
    def has_opener(self) -> bool:
        return bool((self.opening_seats >= 0).all())

    @cached_property
    def wins_by_turn_order(self) -> Array:
        """Win shares by position in the turn order, one row per match. Column 0 is the first player."""
        order = (self.opening_seats[:, None] + np.arange(self.seats)) % self.seats
        return np.take_along_axis(self.win_shares, order, axis=1)

    def column_values(self, index: int) -> Array:
        return self.rows[:, index]

    @cached_property
    def counts_by_name(self) -> dict[str, Array]:
        """Every count by name, with one row per match. A row has the shape of the count."""
        found, start = {}, 0
        for count in statistics_columns.all_columns(self.game):
            found[count.name] = self._count_values(count, start)
            start += count.size
        return found

    def _count_values(self, count: Count, start: int) -> Array:
        part = self.rows[:, start : start + count.size]
        return part.reshape(self.matches, *count.shape) if count.shape else part[:, 0]

    def denominators(self, name: str) -> Array:
        """Return the values of the count with this name, or ones if the metric is per match."""
        return np.ones(self.matches) if name == PER_MATCH else self.counts_by_name[name]

    @cached_property
    def metrics(self) -> dict[str, MeasuredMetric]:
        """All metrics of the series by name: those of every game, then the game's own."""
        return {metric.name: metric for metric in (*self._shared_metrics(), *self._game_metrics())}

    def _shared_metrics(self) -> Iterator[MeasuredMetric]:
        every = np.ones(self.matches)
        decided = self.is_decided.astype(np.float64)
        if self.has_opener:
            won = (self.wins_by_turn_order[:, 0] > 0) * decided
            yield shared_metric("opener_wins", Ratio(won, decided))
        yield shared_metric("ties", Ratio(1 - decided, every))
        yield shared_metric("score", Ratio(self.scores.sum(axis=1), every * self.seats))
        best = self.scores.min(axis=1) if self.lowest_wins else self.scores.max(axis=1)
        yield shared_metric("best_score", Ratio(best, every))
        if self.column_values(statistics_columns.DURATION_MS_COLUMN).any():
            yield shared_metric(
                "minutes", Ratio(self.column_values(statistics_columns.DURATION_MS_COLUMN) / 60_000, every)
            )
        for name in ("margin", "steps", "lead_changes", "deficit"):
            yield shared_metric(name, Ratio(self.counts_by_name[name], every))
        for name in ("choices", "forced"):
            yield shared_metric(name, Ratio(self.counts_by_name[name], self.counts_by_name["decisions"]))
        has_leader = (self.column_values(statistics_columns.HALFWAY_LEADER_COLUMN) >= 0).astype(np.float64)
        yield shared_metric("comebacks", Ratio(self.column_values(statistics_columns.COMEBACK_COLUMN), has_leader))

    def _game_metrics(self) -> Iterator[MeasuredMetric]:
        own = self.game.statistics
        for metric in own.METRICS if own is not None else ():
            ratio = Ratio(self.counts_by_name[metric.count], self.denominators(metric.over))
            yield MeasuredMetric(metric.name, metric.label, ratio, metric.is_share, metric.rule)

    def seat_win_ratios(self) -> list[Ratio]:
        """Return the share of the decided matches that each seat won."""
        return self._ratios_over_decided(self.win_shares)

    def turn_order_win_ratios(self) -> list[Ratio]:
        """Return the share of the decided matches won from each position in the turn order."""
        return self._ratios_over_decided(self.wins_by_turn_order)

    def _ratios_over_decided(self, shares: Array) -> list[Ratio]:
        """Return one ratio per column of win shares, over the decided matches only."""
        decided = self.is_decided.astype(np.float64)
        return [Ratio(shares[:, column] * decided, decided) for column in range(self.seats)]

    def chart_ratios(self, chart: Chart) -> list[Ratio]:
        """Return one ratio per entry of a chart, in row order."""
        counts = self.counts_by_name[chart.count].reshape(self.matches, -1)
        over = self.denominators(chart.over).reshape(self.matches, -1)
        return [Ratio(counts[:, k], over[:, k if over.shape[1] > 1 else 0]) for k in range(counts.shape[1])]

    def choice_histogram(self) -> Array:
        """Return the share of decisions in each bin of the number of legal actions."""
        start = statistics_columns.FIRST_CHOICE_BIN_COLUMN
        bins = self.rows[:, start : start + statistics_columns.CHOICE_BIN_COUNT].sum(axis=0, dtype=np.float64)
        return bins / max(1.0, bins.sum())
