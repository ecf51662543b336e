"""Draws vertical bars, for few and short labels."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from dottable.lab.report.charts.axis import Axis
from dottable.lab.report.charts.bar_chart_parts import MIN_WHISKER_LENGTH, WHISKER_CAP_HALF_WIDTH, Bars
from dottable.lab.report.charts.svg_elements import (
    CHART_WIDTH,
    LINE_HEIGHT,
    TEXT_GAP,
    add_shape,
    add_text,
    is_truncated,
    new_svg,
    text_width,
    wrap_text,
)
from dottable.lab.report.number_format import NO_DATA

PLOT_HEIGHT = 160.0
"""Distance from the lowest tick to the highest, in SVG units."""
MAX_BAR_WIDTH = 48.0
MAX_LABEL_LINES = 2


def fits_vertical_bars(bars: Bars) -> bool:
    """Return whether all labels and values of a vertical bar chart fit without being truncated."""
    slot = _label_slot_width(bars)
    if bars.max_value_text_width > _bar_pitch(bars, slot) - 2:
        return False
    return not any(
        is_truncated(label, wrap_text(label, slot - TEXT_GAP, MAX_LABEL_LINES)) for label in bars.plot.labels
    )


def draw_vertical_bars(bars: Bars) -> Element:
    left, slot = _bar_area_left(bars), _label_slot_width(bars)
    labels = [wrap_text(label, slot - TEXT_GAP, MAX_LABEL_LINES) for label in bars.plot.labels]
    axis = bars.axis.with_ends(LINE_HEIGHT + PLOT_HEIGHT, LINE_HEIGHT)
    bottom = axis.start + (LINE_HEIGHT if axis.low < 0 else 0)  # space for the values of negative bars
    svg = new_svg(bottom + TEXT_GAP + LINE_HEIGHT * max(map(len, labels)))
    _draw_ticks(svg, bars, axis, left)
    bar_width = min(_bar_pitch(bars, slot) * 0.72, MAX_BAR_WIDTH)
    pitch = max(bar_width * 1.06, bars.max_value_text_width + 2)
    centres = {(i, k): left + slot * (k + 0.5) + (i - (bars.series - 1) / 2) * pitch for i, k in bars.bar_indices}
    for (i, k), centre in centres.items():
        if estimate := bars.estimate_at(i, k):
            x = (centre - bar_width / 2, centre + bar_width / 2)
            bars.draw_bar(svg, i, k, x, (axis.position(estimate.value), axis.position(0)))
    if bars.plot.reference is not None:
        y = axis.position(bars.plot.reference)
        add_shape(svg, "line", "reference", x1=left, x2=CHART_WIDTH, y1=y, y2=y)
    for (i, k), centre in centres.items():
        _draw_whisker_and_value(svg, bars, axis, i, k, centre)
    for k, lines in enumerate(labels):
        for n, line in enumerate(lines):
            add_text(svg, line, left + slot * (k + 0.5), bottom + TEXT_GAP + LINE_HEIGHT * (n + 0.5), "label middle")
    return svg


def _draw_ticks(svg: Element, bars: Bars, axis: Axis, left: float) -> None:
    for tick, label in zip(axis.ticks, bars.tick_labels, strict=True):
        y = axis.position(tick)
        add_shape(svg, "line", "zero" if tick == 0 else "line", x1=left, x2=CHART_WIDTH, y1=y, y2=y)
        add_text(svg, label, left - TEXT_GAP, y, "tick end")


def _bar_area_left(bars: Bars) -> float:
    """Return the left edge of the bar area, to the right of the tick labels."""
    return max(map(text_width, bars.tick_labels)) + TEXT_GAP


def _label_slot_width(bars: Bars) -> float:
    """Return the width in SVG units that is available for the bars of one label."""
    return (CHART_WIDTH - _bar_area_left(bars)) / len(bars.plot.labels)


def _bar_pitch(bars: Bars, slot: float) -> float:
    """Return the largest possible distance between the centres of two neighbouring bars, in SVG units."""
    return slot if bars.series == 1 else slot * 0.48


def _draw_whisker_and_value(svg: Element, bars: Bars, axis: Axis, i: int, k: int, centre: float) -> None:
    """Draw the whisker (95 % interval) and the value of a bar."""
    estimate, zero = bars.estimate_at(i, k), axis.position(0)
    if estimate is None:
        add_text(svg, NO_DATA, centre, zero - LINE_HEIGHT / 2, "value clear soft middle")
        return
    value, low, high = (axis.position(part) for part in estimate)
    if low - high >= MIN_WHISKER_LENGTH:
        width = 2 * WHISKER_CAP_HALF_WIDTH
        caps = f"M{centre - WHISKER_CAP_HALF_WIDTH:.2f} {high:.2f}h{width}m{-width} {low - high:.2f}h{width}"
        add_shape(svg, "path", "whisker", d=f"M{centre:.2f} {low:.2f}V{high:.2f}{caps}")
    y = max(low, value) + LINE_HEIGHT / 2 + 2 if estimate.value < 0 else min(high, value) - LINE_HEIGHT / 2 - 1
    add_text(svg, bars.bar_value(i, k), centre, y, "value clear middle")
