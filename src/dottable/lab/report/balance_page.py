"""Builds the balance report of a game: a designer's questions, each with an answer, plots and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from dottable.core.lab.statistics_definitions import Chart
from dottable.core.options import format_value
from dottable.core.primitives.record import Array
from dottable.lab.report import finding_sentences
from dottable.lab.report.game_charts import chart_description, heat_map
from dottable.lab.report.histogram_bins import bin_edges, bin_shares, has_overflow
from dottable.lab.report.page_model import (
    BarPlot,
    Histogram,
    MetricRow,
    MetricTable,
    ReportBlock,
    ReportPage,
    ReportSection,
)
from dottable.lab.report.play_experiment import ExperimentPlan, VariantResult
from dottable.lab.statistics.estimates import (
    Difference,
    Estimate,
    Ratio,
    difference_of_ratios,
    estimate_ratio,
    holm_significant,
)
from dottable.lab.statistics.metrics import MatchStatistics
from dottable.lab.statistics.statistics_columns import (
    CHOICE_BIN_COUNT,
    LEAD_CHANGES_COLUMN,
    MARGIN_COLUMN,
    STEPS_COLUMN,
)

MIN_EMPTY_TAIL = 4
"""Minimum number of empty bars at the end of a bar plot for these bars to be left out."""
MAX_LISTED_CHANGES = 12
"""Maximum number of changes listed as findings. The tables show all changes."""
TURN_ORDER_LABELS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SCORE_METRICS, LENGTH_METRICS = ("score", "best_score", "margin", "ties"), ("steps", "minutes")
LEAD_METRICS, CHOICE_METRICS = ("lead_changes", "comebacks", "deficit"), ("choices", "forced")
TURN_ORDER_METRICS = ("opener_wins",)

INTERVAL_NOTE = (
    "Every value has a 95 % interval: 19 of 20 such intervals contain the true value. "
    "The match is the sampling unit, since events within one match are correlated."
)
BOTS_ARE_NOT_PEOPLE_NOTE = "Bots are not people. The values show how the rules work between players of this strength."
NOTES_ON_READING_THE_REPORT = (
    INTERVAL_NOTE,
    "Two variants are played on the same deals. A difference is marked as changed if it is significant after Holm's "
    "correction: at most 1 of 20 reports without a real difference marks any.",
    BOTS_ARE_NOT_PEOPLE_NOTE,
)


class BalancePageBuilder:
    """Builds the sections of one balance report."""

    def __init__(self, plan: ExperimentPlan, results: Sequence[VariantResult]) -> None:
        self.plan, self.results = plan, results
        self.statistics = [result.statistics for result in results]
        self.first = self.statistics[0]
        self.series = tuple(result.variant.name for result in results)
        self.changes = self._differences_by_metric()

    def _differences_by_metric(self) -> dict[str, tuple[Difference, bool]]:
        """Return, by metric, the difference between the two variants and whether it is significant."""
        if len(self.statistics) < 2:
            return {}
        first, second = (statistics.metrics for statistics in self.statistics)
        found = {name: difference_of_ratios(first[name].ratio, second[name].ratio) for name in first if name in second}
        significant = holm_significant([change.p_value if change else None for change in found.values()])
        marked = zip(found.items(), significant, strict=True)
        return {name: (change, mark) for (name, change), mark in marked if change is not None}

    # Blocks

    def metric_table(self, title: str, names: Sequence[str], note: str = "") -> MetricTable:
        rows = tuple(self.metric_row(name) for name in names if name in self.first.metrics)
        return MetricTable(title, self.series, rows, note)

    def metric_row(self, name: str) -> MetricRow:
        metric = self.first.metrics[name]
        values = tuple(s.metrics[name].estimate if name in s.metrics else None for s in self.statistics)
        change, is_changed = self.changes.get(name, (None, False))
        return MetricRow(
            metric.label, metric.rule, values, metric.is_share, change.estimate if change else None, is_changed
        )

    def histogram(
        self, title: str, description: str, axis: str, sample_of: Callable[[MatchStatistics], Array]
    ) -> Histogram:
        samples = [sample_of(statistics) for statistics in self.statistics]
        edges = bin_edges(samples)
        shares = tuple(bin_shares(sample, edges) for sample in samples)
        note = "The last bar includes all larger values." if has_overflow(samples, edges) else ""
        return Histogram(title, description, edges, self.series, shares, axis, note=note)

    def column_histogram(self, title: str, description: str, axis: str, column: int) -> Histogram:
        return self.histogram(title, description, axis, lambda statistics: statistics.column_values(column))

    def win_share_bars(
        self,
        title: str,
        description: str,
        labels: tuple[str, ...],
        ratios_of: Callable[[MatchStatistics], list[Ratio]],
    ) -> BarPlot:
        """Return a bar plot of win shares, with the fair share as reference line."""
        values = tuple(
            tuple(estimate_ratio(ratio, is_share=True) for ratio in ratios_of(statistics))
            for statistics in self.statistics
        )
        fair = 1 / self.plan.seats
        return BarPlot(title, description, labels, self.series, values, is_share=True, reference=fair)

    def win_bars_by_seat(self) -> BarPlot:
        labels = tuple(f"seat {seat + 1}" for seat in range(self.plan.seats))
        description = "Share of the decided matches won by each seat, beside the fair share."
        return self.win_share_bars("Wins by seat", description, labels, MatchStatistics.seat_win_ratios)

    def win_bars_by_turn_order(self) -> BarPlot:
        labels = TURN_ORDER_LABELS[: self.plan.seats]
        description = "Share of the decided matches won by turn order in the first round, beside the fair share."
        return self.win_share_bars("Wins by turn order", description, labels, MatchStatistics.turn_order_win_ratios)

    def first_turn_bars_by_level(self) -> BarPlot:
        """Return a bar plot of how often the first player wins.

        The first bar is for the report's bots, the others for each level against itself.
        """
        by_level = [
            {finding_sentences.players_text(result.statistics): result.statistics, **result.statistics_by_level}
            for result in self.results
        ]
        values = tuple(
            tuple(statistics.metrics["opener_wins"].estimate for statistics in found.values()) for found in by_level
        )
        return BarPlot(
            "Wins of the player who begins, by level",
            "Share of the decided matches won by the player who begins, if all players are of the same level.",
            tuple(by_level[0]),
            self.series,
            values,
            is_share=True,
            reference=1 / self.plan.seats,
            note=f"{self.plan.matches:,} matches of the first bar, {self.plan.level_matches:,} of each level.",
        )

    def choice_histogram(self) -> Histogram:
        edges = tuple(float(2**k) for k in range(CHOICE_BIN_COUNT + 1))
        shares = tuple(tuple(statistics.choice_histogram().tolist()) for statistics in self.statistics)
        used = max(k for row in shares for k in range(CHOICE_BIN_COUNT) if row[k] > 0) + 1
        description = "Share of all decisions by the number of legal moves."
        kept = tuple(row[:used] for row in shares)
        return Histogram("Choices", description, edges[: used + 1], self.series, kept, "legal moves", is_log=True)

    def game_chart_blocks(self, chart: Chart) -> Iterator[ReportBlock]:
        """Yield the blocks of a chart that the game defines: one bar plot, or one heat map per variant."""
        if chart.kind == "bars":
            yield self.game_bars(chart)
            return
        for result in self.results:
            title = chart.title if len(self.results) == 1 else f"{chart.title}: {result.variant.name}"
            yield heat_map(chart, title, result.statistics)

    def game_bars(self, chart: Chart) -> BarPlot:
        values = tuple(
            tuple(estimate_ratio(ratio, is_share=chart.is_share) for ratio in statistics.chart_ratios(chart))
            for statistics in self.statistics
        )
        shown = count_shown_bars(values)
        return BarPlot(
            chart.title,
            chart_description(chart, self.first),
            chart.labels[:shown],
            self.series,
            tuple(row[:shown] for row in values),
            is_share=chart.is_share,
            note=f"{chart.note} {empty_tail_note(chart.labels[shown:])}".strip(),
        )

    # Sections

    def sections(self) -> Iterator[ReportSection]:
        yield self.fairness_section()
        yield self.scores_section()
        yield self.length_section()
        yield self.leads_section()
        yield self.choices_section()
        if self.first.game.statistics is not None:
            yield self.rules_section()
            yield self.scoring_section()
        if self.results[0].level_pairs:
            yield self.skill_section()

    def finding_per_variant(self, finding: Callable[[MatchStatistics], str]) -> tuple[str, ...]:
        """Return one sentence per variant. With two variants, each sentence begins with the name of its variant."""
        if len(self.statistics) == 1:
            return (finding(self.first),)
        pairs = zip(self.series, self.statistics, strict=True)
        return tuple(f"{name}: {finding(statistics)}" for name, statistics in pairs)

    def fairness_section(self) -> ReportSection:
        blocks: list[ReportBlock] = [self.win_bars_by_turn_order()] if self.first.has_opener else []
        if self.first.has_opener and self.plan.level_matches:
            blocks.append(self.first_turn_bars_by_level())
        blocks.append(self.win_bars_by_seat())
        if self.first.has_opener:
            blocks.append(self.metric_table("First turn", TURN_ORDER_METRICS))
        answer = (
            *self.finding_per_variant(finding_sentences.first_turn_finding),
            *self.first_turn_by_level_sentences(),
            *self.finding_per_variant(finding_sentences.seat_finding),
        )
        return ReportSection("fairness", "Is it fair?", answer, tuple(blocks))

    def first_turn_by_level_sentences(self) -> tuple[str, ...]:
        """Return one sentence per variant on how often the first player wins at each level; empty if not measured."""
        found = [finding_sentences.first_turn_by_level_finding(result.statistics_by_level) for result in self.results]
        if len(found) == 1 or not all(found):
            return tuple(filter(None, found))
        return tuple(f"{name}: {sentence}" for name, sentence in zip(self.series, found, strict=True))

    def scores_section(self) -> ReportSection:
        blocks = (
            self.histogram("Final scores", "Points of all players at the end.", "points", lambda s: s.scores.ravel()),
            self.column_histogram("Margin", "Points between the winner and the runner-up.", "points", MARGIN_COLUMN),
            self.metric_table("Points", SCORE_METRICS),
        )
        return ReportSection(
            "scores", "How do matches end?", self.finding_per_variant(finding_sentences.tie_finding), blocks
        )

    def length_section(self) -> ReportSection:
        blocks = (
            self.column_histogram("Length", "Moves per match.", "moves", STEPS_COLUMN),
            self.metric_table("Length", LENGTH_METRICS),
        )
        answer = self.finding_per_variant(
            lambda s: f"A match takes {finding_sentences.metric_text(s.metrics['steps'])} moves."
        )
        return ReportSection("length", "How long is a match?", answer, blocks)

    def leads_section(self) -> ReportSection:
        blocks = (
            self.column_histogram("Lead changes", "Changes of the lead per match.", "changes", LEAD_CHANGES_COLUMN),
            self.metric_table("Leads and comebacks", LEAD_METRICS),
        )
        return ReportSection(
            "leads", "Does it stay open?", self.finding_per_variant(finding_sentences.lead_finding), blocks
        )

    def choices_section(self) -> ReportSection:
        blocks = (self.choice_histogram(), self.metric_table("Choices", CHOICE_METRICS))
        return ReportSection(
            "choices",
            "How much choice do players have?",
            self.finding_per_variant(finding_sentences.legal_moves_finding),
            blocks,
        )

    def rules_section(self) -> ReportSection:
        own = self.first.game.statistics
        assert own is not None
        names = [metric.name for metric in own.METRICS]
        note = "The tag is the number of the ruling in the rules of the game."
        blocks: list[ReportBlock] = [self.metric_table("Rules", names, note)]
        if self.results[0].statistics_by_level:
            blocks.append(self.metrics_by_level(names))
        answer = ("How often each rule applies, out of all cases in which it could.",)
        return ReportSection("rules", "Which rules come into play?", answer, tuple(blocks))

    def metrics_by_level(self, names: Sequence[str]) -> MetricTable:
        """Return a table of metrics per bot level, measured in matches of each level against itself."""
        by_level = self.results[0].statistics_by_level
        rows = []
        for name in names:
            metric = self.first.metrics[name]
            values = tuple(statistics.metrics[name].estimate for statistics in by_level.values())
            rows.append(MetricRow(metric.label, metric.rule, values, metric.is_share))
        note = "From the matches of each level against itself. These are fewer, so the intervals are wider."
        return MetricTable("Rules by level of the players", tuple(by_level), tuple(rows), note)

    def scoring_section(self) -> ReportSection:
        own = self.first.game.statistics
        assert own is not None
        blocks = tuple(block for chart in own.CHARTS for block in self.game_chart_blocks(chart))
        answer = ("What scores points, where on the board, and how often.",)
        return ReportSection("scoring", "What scores, and where?", answer, blocks)

    def skill_section(self) -> ReportSection:
        labels = tuple(f"{pair.stronger} against {pair.weaker}" for pair in self.results[0].level_pairs)
        values = tuple(
            tuple(estimate_ratio(pair.stronger_wins, is_share=True) for pair in result.level_pairs)
            for result in self.results
        )
        description = "Share of the decided matches that the stronger of two neighbouring levels wins."
        plot = BarPlot("Level against level", description, labels, self.series, values, is_share=True, reference=0.5)
        return ReportSection("skill", "Does skill count?", tuple(self.skill_sentences(labels, values[0])), (plot,))

    def skill_sentences(self, labels: Sequence[str], values: Sequence[Estimate | None]) -> Iterator[str]:
        clear = [label for label, found in zip(labels, values, strict=True) if found is not None and found.low > 0.5]
        matches, seats = self.plan.level_matches, self.plan.game.min_seats
        yield f"{matches} matches per pair, {seats} seats, each deal played from both sides."
        if len(clear) == len(labels):
            yield "Every level beats the one below it."
        elif clear:
            yield f"Significant: {', '.join(clear)}."
        else:
            yield "These are too few matches to show a difference between levels. Play more with --level-matches."

    def findings(self) -> tuple[str, ...]:
        """Return the main results as sentences: of one game, or of the comparison of two variants."""
        if len(self.statistics) > 1:
            return tuple(self.change_findings())
        sentences = (
            finding_sentences.first_turn_finding,
            finding_sentences.tie_finding,
            finding_sentences.lead_finding,
            finding_sentences.legal_moves_finding,
        )
        first, *further = (finding(self.first) for finding in sentences)
        return (first, *self.first_turn_by_level_sentences(), *further)

    def players_sentence(self) -> str:
        return f"{self.plan.matches:,} matches each, between {finding_sentences.players_text(self.first)}."

    def change_findings(self) -> Iterator[str]:
        """Yield one sentence per significant change, in ascending order of p-value."""
        changed = [(change.p_value, name) for name, (change, is_changed) in self.changes.items() if is_changed]
        first, second = self.series
        if not changed:
            yield f"No metric differs significantly between {first} and {second}. {self.players_sentence()}"
            return
        count = f"{len(changed)} of {len(self.changes)}"
        yield f"From {first} to {second}, {count} metrics change significantly. {self.players_sentence()}"
        for _, name in sorted(changed)[:MAX_LISTED_CHANGES]:
            before, after = (statistics.metrics[name] for statistics in self.statistics)
            if before.estimate is not None and after.estimate is not None:
                change, _ = self.changes[name]
                yield finding_sentences.change_finding(before, before.estimate, after.estimate, change.estimate)


def count_shown_bars(values: Sequence[Sequence[Estimate | None]]) -> int:
    """Return the number of bars to show, without a long tail of empty bars."""
    seen = [k for row in values for k, found in enumerate(row) if found is not None and found.value > 0]
    count, last = len(values[0]), max(seen, default=-1) + 1
    return count if count - last < MIN_EMPTY_TAIL else max(last, 1)


def empty_tail_note(labels: Sequence[str]) -> str:
    return f"Never seen: {labels[0]} to {labels[-1]}." if labels else ""


def build_balance_page(plan: ExperimentPlan, results: Sequence[VariantResult], command: str) -> ReportPage:
    """Return the balance report of a game, or of the comparison of two of its variants."""
    builder = BalancePageBuilder(plan, results)
    title = plan.game.title if len(results) == 1 else f"{plan.game.title}: {' or '.join(builder.series)}"
    parameters = (
        ("game", plan.game.title),
        ("players", str(plan.seats)),
        ("bots", ", ".join(dict.fromkeys(plan.bots))),
        ("matches", f"{plan.matches:,}" + (" each" if len(results) > 1 else "")),
        *((f"variant {k + 1}", result.variant.name) for k, result in enumerate(results) if len(results) > 1),
        ("options", options_text(results[0])),
        ("seed", plan.seed.hex()[:16] + " ..."),
    )
    return ReportPage(
        title=title,
        subtitle=f"Results of {plan.matches:,} matches between {finding_sentences.players_text(builder.first)}",
        parameters=parameters,
        findings=builder.findings(),
        sections=tuple(builder.sections()),
        command=command,
        notes=NOTES_ON_READING_THE_REPORT,
    )


def options_text(result: VariantResult) -> str:
    chosen = msgspec.to_builtins(result.variant.options)
    return ", ".join(f"{name}={format_value(value)}" for name, value in chosen.items()) or "none"
