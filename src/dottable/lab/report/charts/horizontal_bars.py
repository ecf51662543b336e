"""Draws horizontal bars, for many or long labels."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from dottable.lab.report.charts.axis import Axis, label_stride
from dottable.lab.report.charts.bar_chart_parts import MIN_WHISKER_LENGTH, WHISKER_CAP_HALF_WIDTH, Bars
from dottable.lab.report.charts.svg_elements import (
    CHART_WIDTH,
    LINE_HEIGHT,
    TEXT_GAP,
    add_shape,
    add_text,
    new_svg,
    text_width,
    wrap_text,
)
from dottable.lab.report.number_format import NO_DATA

BAR_PITCH = 15.0
"""Distance between the centres of two bars of the same label, in SVG units."""
BAR_HEIGHT = 12.0
LABEL_GROUP_GAP = 10.0
"""Distance between the bars of two labels, in SVG units."""
MAX_LABEL_WIDTH = 130.0
MAX_LABEL_LINES = 2


def draw_horizontal_bars(bars: Bars) -> Element:
    label_width = min(max(map(text_width, bars.plot.labels)), MAX_LABEL_WIDTH)
    labels = [wrap_text(label, label_width, MAX_LABEL_LINES) for label in bars.plot.labels]
    heights = [max(BAR_PITCH * bars.series, LINE_HEIGHT * len(lines)) + LABEL_GROUP_GAP for lines in labels]
    centres = [sum(heights[:k]) + height / 2 for k, height in enumerate(heights)]
    bottom = sum(heights)
    svg = new_svg(bottom + TEXT_GAP + LINE_HEIGHT)
    axis = bars.axis.with_ends(label_width + TEXT_GAP, CHART_WIDTH - bars.max_value_text_width - TEXT_GAP)
    _draw_ticks(svg, bars, axis, bottom)
    for centre, lines in zip(centres, labels, strict=True):
        for n, line in enumerate(lines):
            add_text(svg, line, label_width, centre + LINE_HEIGHT * (n - (len(lines) - 1) / 2), "label end")
    for i, k in bars.bar_indices:
        if estimate := bars.estimate_at(i, k):
            y = _bar_centre(bars, i, centres[k])
            x = (axis.position(0), axis.position(estimate.value))
            bars.draw_bar(svg, i, k, x, (y - BAR_HEIGHT / 2, y + BAR_HEIGHT / 2))
    if bars.plot.reference is not None:
        x1 = axis.position(bars.plot.reference)
        add_shape(svg, "line", "reference", x1=x1, x2=x1, y1=0.0, y2=bottom)
    for i, k in bars.bar_indices:
        _draw_whisker_and_value(svg, bars, axis, i, k, _bar_centre(bars, i, centres[k]))
    return svg


def _bar_centre(bars: Bars, i: int, label_centre: float) -> float:
    return label_centre + BAR_PITCH * (i - (bars.series - 1) / 2)


def _draw_ticks(svg: Element, bars: Bars, axis: Axis, bottom: float) -> None:
    """Draw a line at every tick, and the tick labels that do not overlap."""
    positions = [axis.position(tick) for tick in axis.ticks]
    zero = axis.ticks.index(0)
    stride = label_stride(positions, bars.tick_labels, start=zero)
    for k, (x, label) in enumerate(zip(positions, bars.tick_labels, strict=True)):
        add_shape(svg, "line", "zero" if k == zero else "line", x1=x, x2=x, y1=0.0, y2=bottom)
        if (k - zero) % stride == 0:
            add_text(svg, label, x, bottom + TEXT_GAP + LINE_HEIGHT / 2, "tick middle")


def _draw_whisker_and_value(svg: Element, bars: Bars, axis: Axis, i: int, k: int, centre: float) -> None:
    """Draw the whisker (95 % interval) and the value of a bar."""
    estimate = bars.estimate_at(i, k)
    if estimate is None:
        add_text(svg, NO_DATA, axis.position(0) + TEXT_GAP, centre, "value clear soft")
        return
    value, low, high = (axis.position(part) for part in estimate)
    if high - low >= MIN_WHISKER_LENGTH:
        height = 2 * WHISKER_CAP_HALF_WIDTH
        caps = f"M{low:.2f} {centre - WHISKER_CAP_HALF_WIDTH:.2f}v{height}m{high - low:.2f} {-height}v{height}"
        add_shape(svg, "path", "whisker", d=f"M{low:.2f} {centre:.2f}H{high:.2f}{caps}")
    end = max(high, value, axis.position(0))  # the values of negative bars are written to the right of zero
    add_text(svg, bars.bar_value(i, k), end + TEXT_GAP, centre, "value clear")
