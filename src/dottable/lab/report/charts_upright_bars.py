"""Upright bars, for few labels that are short."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from dottable.lab.report.charts_axis import Axis
from dottable.lab.report.charts_bars import CAP, THIN, Bars
from dottable.lab.report.charts_drawing import GAP, LINE, WIDTH, canvas, is_cut, lines_of, mark, width_of, write
from dottable.lab.report.wording import NOTHING

HEIGHT = 160.0
"""From the lowest tick to the highest."""
THICKEST = 48.0
LINES = 2
"""Of a label."""


def fits_upright(bars: Bars) -> bool:
    """Whether all words find room without being cut."""
    slot = _slot(bars)
    if bars.widest_value > _pitch(bars, slot) - 2:
        return False
    return not any(is_cut(label, lines_of(label, slot - GAP, LINES)) for label in bars.plot.labels)


def draw_upright(bars: Bars) -> Element:
    left, slot = _left(bars), _slot(bars)
    lines = [lines_of(label, slot - GAP, LINES) for label in bars.plot.labels]
    axis = bars.axis.moved(LINE + HEIGHT, LINE)
    bottom = axis.start + (LINE if axis.low < 0 else 0)  # values below negative bars
    svg = canvas(bottom + GAP + LINE * max(map(len, lines)))
    for tick, words in zip(axis.ticks, bars.ticks, strict=True):
        y = axis.place(tick)
        mark(svg, "line", "zero" if tick == 0 else "line", x1=left, x2=WIDTH, y1=y, y2=y)
        write(svg, words, left - GAP, y, "tick end")
    thick = min(_pitch(bars, slot) * 0.72, THICKEST)
    apart = max(thick * 1.06, bars.widest_value + 2)
    middles = {(i, k): left + slot * (k + 0.5) + (i - (bars.series - 1) / 2) * apart for i, k in bars.cells}
    for (i, k), middle in middles.items():
        if known := bars.known(i, k):
            x = (middle - thick / 2, middle + thick / 2)
            bars.draw_bar(svg, i, k, x, (axis.place(known.value), axis.place(0)))
    if bars.plot.reference is not None:
        y = axis.place(bars.plot.reference)
        mark(svg, "line", "reference", x1=left, x2=WIDTH, y1=y, y2=y)
    for (i, k), middle in middles.items():
        _draw_interval(svg, bars, axis, i, k, middle)
    for k, parts in enumerate(lines):
        for n, part in enumerate(parts):
            write(svg, part, left + slot * (k + 0.5), bottom + GAP + LINE * (n + 0.5), "label middle")
    return svg


def _left(bars: Bars) -> float:
    """Where the room for bars begins: to the left are the numbers of the axis."""
    return max(map(width_of, bars.ticks)) + GAP


def _slot(bars: Bars) -> float:
    """The room for all bars of a label."""
    return (WIDTH - _left(bars)) / len(bars.plot.labels)


def _pitch(bars: Bars, slot: float) -> float:
    """From the middle of a bar to that of the next, at most."""
    return slot if bars.series == 1 else slot * 0.48


def _draw_interval(svg: Element, bars: Bars, axis: Axis, i: int, k: int, middle: float) -> None:
    known, zero = bars.known(i, k), axis.place(0)
    if known is None:
        write(svg, NOTHING, middle, zero - LINE / 2, "value clear soft middle")
        return
    value, low, high = (axis.place(part) for part in known)
    if low - high >= THIN:
        caps = f"M{middle - CAP:.2f} {high:.2f}h{2 * CAP}m{-2 * CAP} {low - high:.2f}h{2 * CAP}"
        mark(svg, "path", "whisker", d=f"M{middle:.2f} {low:.2f}V{high:.2f}{caps}")
    y = max(low, value) + LINE / 2 + 2 if known.value < 0 else min(high, value) - LINE / 2 - 1
    write(svg, bars.value(i, k), middle, y, "value clear middle")
