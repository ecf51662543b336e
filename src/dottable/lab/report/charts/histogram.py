"""Draws histograms. A second series is drawn over the first as a hatched outline."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple
from xml.etree.ElementTree import Element

from dottable.lab.report.charts.axis import Axis, axis_from_zero, label_stride, tick_labels
from dottable.lab.report.charts.svg_elements import (
    CHART_WIDTH,
    LINE_HEIGHT,
    TEXT_GAP,
    DataTable,
    DrawnChart,
    LegendEntry,
    add_shape,
    add_text,
    add_tooltip,
    new_svg,
    no_data_svg,
    text_width,
)
from dottable.lab.report.number_format import MINUS_SIGN, format_share
from dottable.lab.report.page_model import Histogram

PLOT_HEIGHT = 160.0
LABEL_STRIDES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Possible distances between two labels, in bins. They keep the labels round numbers."""
LOG_LABEL_STRIDES = range(1, 20)
"""Possible distances between two labels, in bins, if each bin is twice as wide as the bin before."""


class Tick(NamedTuple):
    """A label below the bins, and its horizontal position in SVG units."""

    position: float
    label: str


def draw_histogram(plot: Histogram) -> DrawnChart:
    if len(plot.edges) < 2 or not any(any(values) for values in plot.shares):
        return DrawnChart(no_data_svg(), _data_table(plot))
    has_two = len(plot.series) > 1
    legend = (LegendEntry("first", plot.series[0]), LegendEntry("second", plot.series[1])) if has_two else ()
    return DrawnChart(_draw_plot(plot), _data_table(plot), legend)


def bin_ticks(plot: Histogram, positions: Sequence[float]) -> list[Tick]:
    """Return the labels below the bins, without overlap.

    A bin that holds a single number is labelled at its centre; wider bins are labelled at their edges.
    """
    if plot.is_log or has_unit_bins(plot):
        ticks = [Tick((a + b) / 2, bin_label(plot, k)) for k, (a, b) in enumerate(pairwise(positions))]
    else:
        ticks = [Tick(position, _edge_text(edge)) for position, edge in zip(positions, plot.edges, strict=True)]
    start, strides = (0, LOG_LABEL_STRIDES) if plot.is_log else (_zero_edge_index(plot), LABEL_STRIDES)
    stride = label_stride(*zip(*ticks, strict=True), start=start, strides=strides)
    kept = ticks[start % stride :: stride]
    return [tick for tick in kept if tick.position + text_width(tick.label) / 2 <= CHART_WIDTH]


def _zero_edge_index(plot: Histogram) -> int:
    """Return the index of the bin edge at 0, possibly outside the plot. Labels counted from it are round numbers."""
    return -round(plot.edges[0] / (plot.edges[1] - plot.edges[0]))


def has_unit_bins(plot: Histogram) -> bool:
    """Return whether every bin holds a single whole number."""
    return has_whole_edges(plot) and all(b - a == 1 for a, b in pairwise(plot.edges))


def has_whole_edges(plot: Histogram) -> bool:
    return all(edge == int(edge) for edge in plot.edges)


def bin_label(plot: Histogram, k: int) -> str:
    """Return the label of bin k: a number, a range of whole numbers, or "1.5 to under 2"."""
    low, high = plot.edges[k], plot.edges[k + 1]
    if has_whole_edges(plot) and high - low == 1:
        return _edge_text(low)
    if has_whole_edges(plot) and plot.is_log and low >= 0:
        return f"{_edge_text(low)}–{_edge_text(high - 1)}"
    return f"{_edge_text(low)} to under {_edge_text(high)}"


def _data_table(plot: Histogram) -> DataTable:
    rows = tuple(
        (bin_label(plot, k), *(format_share(values[k]) for values in plot.shares))
        for k in range(max(len(plot.edges) - 1, 0))
    )
    return DataTable((plot.axis, *plot.series), rows)


def _draw_plot(plot: Histogram) -> Element:
    axis = axis_from_zero([part for values in plot.shares for part in values], is_share=True)
    labels = tick_labels(axis, is_share=True)
    left = max(map(text_width, labels)) + TEXT_GAP
    bottom = LINE_HEIGHT / 2 + PLOT_HEIGHT
    svg = new_svg(bottom + TEXT_GAP + 2 * LINE_HEIGHT)
    axis = axis.with_ends(bottom, LINE_HEIGHT / 2)
    for tick, label in zip(axis.ticks, labels, strict=True):
        y = axis.position(tick)
        add_shape(svg, "line", "line", x1=left, x2=CHART_WIDTH, y1=y, y2=y)
        add_text(svg, label, left - TEXT_GAP, y, "tick end")
    edges = _edge_positions(plot, left)
    _draw_bins(svg, plot, axis, edges)
    if len(plot.series) > 1:
        _draw_second_series(svg, plot, axis, edges)
    add_shape(svg, "line", "zero", x1=left, x2=CHART_WIDTH, y1=bottom, y2=bottom)
    _draw_labels(svg, plot, edges, bottom)
    return svg


def _edge_positions(plot: Histogram, left: float) -> list[float]:
    """Return the horizontal position of every bin edge."""
    right = CHART_WIDTH - TEXT_GAP
    if plot.is_log:
        return [left + (right - left) * k / (len(plot.edges) - 1) for k in range(len(plot.edges))]
    low, high = plot.edges[0], plot.edges[-1]
    return [left + (right - left) * (edge - low) / (high - low) for edge in plot.edges]


def _draw_bins(svg: Element, plot: Histogram, axis: Axis, edges: list[float]) -> None:
    for k, part in enumerate(plot.shares[0]):
        y = axis.position(part)
        bar = add_shape(svg, "rect", "bin first", x=edges[k], y=y, width=edges[k + 1] - edges[k], height=axis.start - y)
        named = zip(plot.series, plot.shares, strict=True)
        shares = ", ".join(f"{name} {format_share(values[k])}" for name, values in named)
        add_tooltip(bar, f"{bin_label(plot, k)} {plot.axis}: {shares}")


def _draw_second_series(svg: Element, plot: Histogram, axis: Axis, edges: list[float]) -> None:
    steps = "".join(f"V{axis.position(part):.2f}H{edges[k + 1]:.2f}" for k, part in enumerate(plot.shares[1]))
    add_shape(svg, "path", "bin second", d=f"M{edges[0]:.2f} {axis.start:.2f}{steps}V{axis.start:.2f}Z")


def _draw_labels(svg: Element, plot: Histogram, edges: list[float], bottom: float) -> None:
    for x, label in bin_ticks(plot, edges):
        add_shape(svg, "line", "zero", x1=x, x2=x, y1=bottom, y2=bottom + 3)
        add_text(svg, label, x, bottom + TEXT_GAP + LINE_HEIGHT / 2, "tick middle")
    add_text(svg, plot.axis, (edges[0] + edges[-1]) / 2, bottom + TEXT_GAP + LINE_HEIGHT * 1.5, "axis middle")


def _edge_text(value: float) -> str:
    text = f"{abs(value):,.6f}".rstrip("0").rstrip(".")
    return f"{MINUS_SIGN}{text}" if value < 0 else text
