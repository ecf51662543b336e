"""Draws a scatter plot of candidates by two metrics, with the target ranges as bands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from xml.etree.ElementTree import Element

from dottable.lab.report.charts.axis import Axis, axis_covering, label_stride, tick_labels
from dottable.lab.report.charts.bar_chart_parts import INTERVAL_LABEL
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
    wrap_text,
)
from dottable.lab.report.number_format import EstimateText, finite_estimate, format_estimate
from dottable.lab.report.page_model import CandidateRow, ScatterPlot, TargetRange
from dottable.lab.statistics.estimates import Estimate

PLOT_HEIGHT = 240.0
MAX_AXIS_TITLE_LINES = 2
"""Maximum number of lines of an axis title."""
AXIS_ARROW_WIDTH = 20.0
"""Space for the arrow before an axis title, in SVG units."""
POINT_RADIUS, RING_RADIUS = 4.0, 9.0
WHISKER_CAP_HALF_WIDTH = 3.0
MAX_POINTS_WITH_WHISKERS = 40
"""Maximum number of points that are all drawn with whiskers. If there are more, only points on the frontier get
whiskers."""

Coordinates = tuple[Estimate, Estimate]
LocatedPoint = tuple[CandidateRow, Coordinates]


class Axes(NamedTuple):
    """The horizontal and the vertical axis of a scatter plot."""

    x: Axis
    y: Axis


def draw_scatter(plot: ScatterPlot) -> DrawnChart:
    points = [(point, place) for point in plot.points if (place := _coordinates(point)) is not None]
    if not points:
        return DrawnChart(no_data_svg(), _data_table(plot))
    return DrawnChart(_draw_plot(plot, points), _data_table(plot), _legend(plot))


def _coordinates(point: CandidateRow) -> Coordinates | None:
    x, y = (finite_estimate(value) for value in point.values)
    return None if x is None or y is None else (x, y)


def _data_table(plot: ScatterPlot) -> DataTable:
    columns = [column for target in plot.axes for column in (target.label, INTERVAL_LABEL)]
    rows = []
    for point in plot.points:
        texts = [text for value in _estimate_texts(plot, point) for text in value]
        rows.append((point.name, *texts, "yes" if point.is_on_frontier else "no"))
    return DataTable(("", *columns, "on the frontier"), tuple(rows))


def _estimate_texts(plot: ScatterPlot, point: CandidateRow) -> list[EstimateText]:
    pairs = zip(point.values, plot.axes, strict=True)
    return [format_estimate(value, is_share=target.is_share) for value, target in pairs]


def _legend(plot: ScatterPlot) -> tuple[LegendEntry, ...]:
    entries = [LegendEntry("best", "on the frontier")]
    if not all(point.is_on_frontier for point in plot.points):
        entries.append(LegendEntry("rest", "dominated"))
    if any(point.is_current for point in plot.points):
        entries.append(LegendEntry("ring", "house deck"))
    only = "" if len(plot.points) <= MAX_POINTS_WITH_WHISKERS else " (frontier only)"
    return (*entries, LegendEntry("whisker", INTERVAL_LABEL + only), LegendEntry("band", "target range"))


def target_axis(target: TargetRange, estimates: Iterable[Estimate]) -> Axis:
    """Return an axis that covers all intervals and the nearer end of the target range.

    It also covers the other end of the range if that is close.
    """
    known = [part for estimate in estimates for part in estimate]
    low, high = min(known), max(known)
    spread = high - low
    ends = [target.low, target.high]
    near = [end for end in ends if low - spread <= end <= high + spread]
    nearest = min(ends, key=lambda end: abs(end - (low + high) / 2))
    return axis_covering([*known, *near, nearest], is_share=target.is_share)


def _draw_plot(plot: ScatterPlot, points: list[LocatedPoint]) -> Element:
    axes = Axes(*map(target_axis, plot.axes, zip(*(place for _, place in points), strict=True)))
    x_labels, y_labels = (
        tick_labels(axis, is_share=target.is_share) for axis, target in zip(axes, plot.axes, strict=True)
    )
    x_title, y_title = (
        wrap_text(target.label, CHART_WIDTH - AXIS_ARROW_WIDTH, MAX_AXIS_TITLE_LINES) for target in plot.axes
    )
    y_title[0], x_title[0] = f"↑ {y_title[0]}", f"→ {x_title[0]}"
    top = LINE_HEIGHT * (len(y_title) + 1)
    bottom = top + PLOT_HEIGHT
    left = max(map(text_width, y_labels)) + TEXT_GAP
    right = CHART_WIDTH - max(text_width(x_labels[-1]) / 2, RING_RADIUS)
    axes = Axes(axes.x.with_ends(left, right), axes.y.with_ends(bottom, top))
    svg = new_svg(bottom + TEXT_GAP + LINE_HEIGHT * (1 + len(x_title)))
    for n, line in enumerate(y_title):
        add_text(svg, line, 0, LINE_HEIGHT * (n + 0.5), "axis")
    for n, line in enumerate(x_title):
        add_text(svg, line, CHART_WIDTH / 2, bottom + TEXT_GAP + LINE_HEIGHT * (n + 1.5), "axis middle")
    _draw_ticks(svg, axes, x_labels, y_labels)
    _draw_target_bands(svg, plot, axes)
    _draw_points(svg, plot, axes, points)
    return svg


def _draw_points(svg: Element, plot: ScatterPlot, axes: Axes, points: list[LocatedPoint]) -> None:
    """Draw whiskers and points. Points on the frontier are drawn last, so that they lie on top."""
    has_few = len(plot.points) <= MAX_POINTS_WITH_WHISKERS
    points = sorted(points, key=lambda item: item[0].is_on_frontier)
    for point, place in points:
        if has_few or point.is_on_frontier:
            _draw_whiskers(svg, axes, place, css="whisker" if point.is_on_frontier else "whisker faint")
    for point, (x, y) in points:
        _draw_point(svg, plot, point, axes.x.position(x.value), axes.y.position(y.value))


def _draw_ticks(svg: Element, axes: Axes, x_labels: list[str], y_labels: list[str]) -> None:
    for tick, label in zip(axes.y.ticks, y_labels, strict=True):
        y = axes.y.position(tick)
        add_shape(svg, "line", "line", x1=axes.x.start, x2=axes.x.end, y1=y, y2=y)
        add_text(svg, label, axes.x.start - TEXT_GAP, y, "tick end")
    positions = [axes.x.position(tick) for tick in axes.x.ticks]
    stride = label_stride(positions, x_labels)
    for k, (x, label) in enumerate(zip(positions, x_labels, strict=True)):
        add_shape(svg, "line", "line", x1=x, x2=x, y1=axes.y.start, y2=axes.y.end)
        if k % stride == 0:
            add_text(svg, label, x, axes.y.start + TEXT_GAP + LINE_HEIGHT / 2, "tick middle")


def _draw_target_bands(svg: Element, plot: ScatterPlot, axes: Axes) -> None:
    """Draw both target ranges as bands, clipped to the axes, with a line at each end."""
    x_ends, y_ends = ((target.low, target.high) for target in plot.axes)
    x1, x2 = (axes.x.position(min(max(end, axes.x.low), axes.x.high)) for end in x_ends)
    y1, y2 = (axes.y.position(min(max(end, axes.y.low), axes.y.high)) for end in y_ends)
    add_shape(svg, "rect", "band", x=x1, y=axes.y.end, width=x2 - x1, height=axes.y.start - axes.y.end)
    add_shape(svg, "rect", "band", x=axes.x.start, y=y2, width=axes.x.end - axes.x.start, height=y1 - y2)
    for end in x_ends:
        if axes.x.low <= end <= axes.x.high:
            x = axes.x.position(end)
            add_shape(svg, "line", "edge", x1=x, x2=x, y1=axes.y.start, y2=axes.y.end)
    for end in y_ends:
        if axes.y.low <= end <= axes.y.high:
            y = axes.y.position(end)
            add_shape(svg, "line", "edge", x1=axes.x.start, x2=axes.x.end, y1=y, y2=y)


def _draw_whiskers(svg: Element, axes: Axes, place: Coordinates, css: str) -> None:
    x, x1, x2 = (axes.x.position(part) for part in place[0])
    y, y1, y2 = (axes.y.position(part) for part in place[1])
    cap, size = WHISKER_CAP_HALF_WIDTH, 2 * WHISKER_CAP_HALF_WIDTH
    horizontal = f"M{x1:.2f} {y:.2f}H{x2:.2f}M{x1:.2f} {y - cap:.2f}v{size}M{x2:.2f} {y - cap:.2f}v{size}"
    vertical = f"M{x:.2f} {y1:.2f}V{y2:.2f}M{x - cap:.2f} {y1:.2f}h{size}M{x - cap:.2f} {y2:.2f}h{size}"
    add_shape(svg, "path", css, d=horizontal + vertical)


def _draw_point(svg: Element, plot: ScatterPlot, point: CandidateRow, x: float, y: float) -> None:
    """Draw a diamond for a point on the frontier, else a circle. The house deck gets an additional ring."""
    if point.is_on_frontier:
        side = POINT_RADIUS * 1.5
        diamond = f"M{x:.2f} {y - side:.2f}l{side} {side}l{-side} {side}l{-side} {-side}z"
        shape = add_shape(svg, "path", "point best", d=diamond)
    else:
        shape = add_shape(svg, "circle", "point rest", cx=x, cy=y, r=POINT_RADIUS)
    across, up = (value.text for value in _estimate_texts(plot, point))
    add_tooltip(shape, f"{point.name}: {across} across, {up} up")
    if point.is_current:
        add_shape(svg, "circle", "ring", cx=x, cy=y, r=RING_RADIUS)
