"""Lying bars, for many labels or long ones."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from dottable.lab.report.charts_axis import Axis, stride_apart
from dottable.lab.report.charts_bars import CAP, THIN, Bars
from dottable.lab.report.charts_drawing import GAP, LINE, WIDTH, canvas, lines_of, mark, width_of, write
from dottable.lab.report.wording import NOTHING

PITCH = 15.0
"""From the middle of a bar to that of the next of the same label."""
THICK = 12.0
AIR = 10.0
"""Between labels."""
LABEL = 130.0
"""The most room for a label."""
LINES = 2


def draw_lying(bars: Bars) -> Element:
    room = min(max(map(width_of, bars.plot.labels)), LABEL)
    lines = [lines_of(label, room, LINES) for label in bars.plot.labels]
    heights = [max(PITCH * bars.series, LINE * len(parts)) + AIR for parts in lines]
    middles = [sum(heights[:k]) + height / 2 for k, height in enumerate(heights)]
    bottom = sum(heights)
    svg = canvas(bottom + GAP + LINE)
    axis = bars.axis.moved(room + GAP, WIDTH - bars.widest_value - GAP)
    _draw_ticks(svg, bars, axis, bottom)
    for middle, parts in zip(middles, lines, strict=True):
        for n, part in enumerate(parts):
            write(svg, part, room, middle + LINE * (n - (len(parts) - 1) / 2), "label end")
    for i, k in bars.cells:
        if known := bars.known(i, k):
            y = _middle(bars, i, middles[k])
            x = (axis.place(0), axis.place(known.value))
            bars.draw_bar(svg, i, k, x, (y - THICK / 2, y + THICK / 2))
    if bars.plot.reference is not None:
        x1 = axis.place(bars.plot.reference)
        mark(svg, "line", "reference", x1=x1, x2=x1, y1=0.0, y2=bottom)
    for i, k in bars.cells:
        _draw_interval(svg, bars, axis, i, k, _middle(bars, i, middles[k]))
    return svg


def _middle(bars: Bars, i: int, middle: float) -> float:
    return middle + PITCH * (i - (bars.series - 1) / 2)


def _draw_ticks(svg: Element, bars: Bars, axis: Axis, bottom: float) -> None:
    """Lines at all ticks; numbers only where they keep apart."""
    places = [axis.place(tick) for tick in axis.ticks]
    zero = axis.ticks.index(0)
    stride = stride_apart(places, bars.ticks, start=zero)
    for k, (x, words) in enumerate(zip(places, bars.ticks, strict=True)):
        mark(svg, "line", "zero" if k == zero else "line", x1=x, x2=x, y1=0.0, y2=bottom)
        if (k - zero) % stride == 0:
            write(svg, words, x, bottom + GAP + LINE / 2, "tick middle")


def _draw_interval(svg: Element, bars: Bars, axis: Axis, i: int, k: int, middle: float) -> None:
    known = bars.known(i, k)
    if known is None:
        write(svg, NOTHING, axis.place(0) + GAP, middle, "value clear soft")
        return
    value, low, high = (axis.place(part) for part in known)
    if high - low >= THIN:
        caps = f"M{low:.2f} {middle - CAP:.2f}v{2 * CAP}m{high - low:.2f} {-2 * CAP}v{2 * CAP}"
        mark(svg, "path", "whisker", d=f"M{low:.2f} {middle:.2f}H{high:.2f}{caps}")
    end = max(high, value, axis.place(0))  # where bars go to the left, their values stand on the free side
    write(svg, bars.value(i, k), end + GAP, middle, "value clear")
