"""Common parts of vertical and horizontal bar charts: values, axis, legend and data table."""

from __future__ import annotations

from functools import cached_property
from xml.etree.ElementTree import Element

from dottable.lab.report.charts.axis import Axis, axis_from_zero, tick_labels
from dottable.lab.report.charts.svg_elements import (
    BOLD_WIDTH_FACTOR,
    DataTable,
    LegendEntry,
    add_shape,
    add_tooltip,
    text_width,
)
from dottable.lab.report.number_format import finite_estimate, format_estimate, format_metric
from dottable.lab.report.page_model import BarPlot
from dottable.lab.statistics.estimates import Estimate

SERIES_CSS_CLASSES = ("first", "second")
WHISKER_CAP_HALF_WIDTH = 4.0
MIN_WHISKER_LENGTH = 0.5
"""Minimum length of an interval, in SVG units, for its whisker to be drawn. Shorter whiskers would not be visible."""
INTERVAL_LABEL = "95 % interval"


class Bars:
    """The bars of a plot. In the methods, `i` is the index of the series and `k` the index of the label."""

    def __init__(self, plot: BarPlot) -> None:
        self.plot = plot
        self.series = len(plot.series)

    def estimate_at(self, i: int, k: int) -> Estimate | None:
        return finite_estimate(self.plot.values[i][k])

    def bar_value(self, i: int, k: int) -> str:
        return format_estimate(self.plot.values[i][k], is_share=self.plot.is_share).value

    @property
    def bar_indices(self) -> list[tuple[int, int]]:
        return [(i, k) for k in range(len(self.plot.labels)) for i in range(self.series)]

    @cached_property
    def max_value_text_width(self) -> float:
        return BOLD_WIDTH_FACTOR * max(text_width(self.bar_value(i, k)) for i, k in self.bar_indices)

    @property
    def is_empty(self) -> bool:
        return not any(self.estimate_at(i, k) for i, k in self.bar_indices)

    @cached_property
    def axis(self) -> Axis:
        """The value axis. It covers all intervals and the reference line."""
        ends = [part for i, k in self.bar_indices for part in self.estimate_at(i, k) or ()]
        reference = [] if self.plot.reference is None else [self.plot.reference]
        return axis_from_zero([*ends, *reference], is_share=self.plot.is_share)

    @property
    def tick_labels(self) -> list[str]:
        return tick_labels(self.axis, is_share=self.plot.is_share)

    def draw_bar(self, svg: Element, i: int, k: int, x: tuple[float, float], y: tuple[float, float]) -> None:
        """Add a bar with a tooltip to an SVG picture. `x` and `y` hold its two ends, in any order."""
        box = {"x": min(x), "y": min(y), "width": abs(x[1] - x[0]), "height": abs(y[1] - y[0])}
        name = self.plot.labels[k] + (f", {self.plot.series[i]}" if self.series > 1 else "")
        value = format_estimate(self.plot.values[i][k], is_share=self.plot.is_share)
        add_tooltip(add_shape(svg, "rect", f"bar {SERIES_CSS_CLASSES[i]}", **box), f"{name}: {value.text}")

    def data_table(self) -> DataTable:
        columns = [column for name in self.plot.series for column in (name, INTERVAL_LABEL)]
        is_share = self.plot.is_share
        rows = [
            (label, *(text for values in self.plot.values for text in format_estimate(values[k], is_share=is_share)))
            for k, label in enumerate(self.plot.labels)
        ]
        return DataTable(("", *columns), tuple(rows))

    def legend(self) -> tuple[LegendEntry, ...]:
        if self.is_empty:
            return ()
        names = zip(SERIES_CSS_CLASSES, self.plot.series, strict=True) if self.series > 1 else ()
        entries = [*(LegendEntry(css, name) for css, name in names), LegendEntry("whisker", INTERVAL_LABEL)]
        if self.plot.reference is not None:
            reference = format_metric(self.plot.reference, is_share=self.plot.is_share)
            entries.append(LegendEntry("reference", f"reference: {reference}"))
        return tuple(entries)
