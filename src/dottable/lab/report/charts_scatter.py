"""Contenders as points by two figures, over the ranges that are wanted."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from dottable.lab.estimates import Estimate
from dottable.lab.report.charts_axis import Axis, axis_around, stride_apart, tick_words
from dottable.lab.report.charts_bars import INTERVAL
from dottable.lab.report.charts_drawing import (
    GAP,
    LINE,
    WIDTH,
    Chart,
    Key,
    Table,
    blank,
    canvas,
    explain,
    lines_of,
    mark,
    width_of,
    write,
)
from dottable.lab.report.contents import Contender, Scatter, Wanted
from dottable.lab.report.wording import measured, said

HEIGHT = 240.0
LINES = 2
"""Of the name of an axis."""
ARROW = 20.0
"""In front of it."""
SIZE, RING = 4.0, 9.0
CAP = 3.0
"""Half the cap of a whisker."""
FEW = 40
"""Of more points only the best have whiskers, or nobody could tell them apart."""

Place = tuple[Estimate, Estimate]


def scatter_chart(plot: Scatter) -> Chart:
    places = [(point, place) for point in plot.points if (place := _place(point)) is not None]
    if not places:
        return Chart(blank(), _table(plot))
    return Chart(_picture(plot, places), _table(plot), _keys(plot))


def _place(point: Contender) -> Place | None:
    across, up = (measured(value) for value in point.values)
    return None if across is None or up is None else (across, up)


def _table(plot: Scatter) -> Table:
    columns = [column for wanted in plot.axes for column in (wanted.words, INTERVAL)]
    rows = [(point.name, *_words(plot, point), "yes" if point.is_best else "no") for point in plot.points]
    return Table(("", *columns, "not beaten"), tuple(rows))


def _words(plot: Scatter, point: Contender) -> list[str]:
    pairs = zip(point.values, plot.axes, strict=True)
    return [words for value, wanted in pairs for words in said(value, is_share=wanted.is_share)]


def _keys(plot: Scatter) -> tuple[Key, ...]:
    keys = [Key("best", "not beaten")]
    if not all(point.is_best for point in plot.points):
        keys.append(Key("rest", "beaten"))
    if any(point.is_own for point in plot.points):
        keys.append(Key("ring", "the house's own"))
    only = "" if len(plot.points) <= FEW else " of those not beaten"
    return (*keys, Key("whisker", INTERVAL + only), Key("band", "wanted"))


def axis_of(wanted: Wanted, found: Iterable[Estimate]) -> Axis:
    """It has room for all intervals, and for the ends of the range that are not far away from them."""
    known = [part for estimate in found for part in estimate]
    low, high = min(known), max(known)
    far = high - low
    ends = [wanted.low, wanted.high]
    near = [end for end in ends if low - far <= end <= high + far]
    nearest = min(ends, key=lambda end: abs(end - (low + high) / 2))
    return axis_around([*known, *near, nearest], is_share=wanted.is_share)


def _picture(plot: Scatter, places: list[tuple[Contender, Place]]) -> Element:
    found = zip(*(place for _, place in places), strict=True)
    wide, high = map(axis_of, plot.axes, found)
    shares = [wanted.is_share for wanted in plot.axes]
    below, beside = (tick_words(axis, is_share=share) for axis, share in zip((wide, high), shares, strict=True))
    across, up = (lines_of(wanted.words, WIDTH - ARROW, LINES) for wanted in plot.axes)
    up[0], across[0] = f"↑ {up[0]}", f"→ {across[0]}"
    top = LINE * (len(up) + 1)
    bottom = top + HEIGHT
    left = max(map(width_of, beside)) + GAP
    right = WIDTH - max(width_of(below[-1]) / 2, RING)
    wide, high = wide.moved(left, right), high.moved(bottom, top)
    svg = canvas(bottom + GAP + LINE * (1 + len(across)))
    for n, line in enumerate(up):
        write(svg, line, 0, LINE * (n + 0.5), "axis")
    for n, line in enumerate(across):
        write(svg, line, WIDTH / 2, bottom + GAP + LINE * (n + 1.5), "axis middle")
    _ticks(svg, wide, below, high, beside)
    _bands(svg, plot, wide, high)
    has_few = len(plot.points) <= FEW
    places = sorted(places, key=lambda item: item[0].is_best)
    for point, place in places:
        if has_few or point.is_best:
            _whiskers(svg, wide, high, place, css="whisker" if point.is_best else "whisker faint")
    for point, (x, y) in places:
        _point(svg, plot, point, wide.place(x.value), high.place(y.value))
    return svg


def _ticks(svg: Element, wide: Axis, below: list[str], high: Axis, beside: list[str]) -> None:
    for tick, words in zip(high.ticks, beside, strict=True):
        y = high.place(tick)
        mark(svg, "line", "line", x1=wide.start, x2=wide.end, y1=y, y2=y)
        write(svg, words, wide.start - GAP, y, "tick end")
    places = [wide.place(tick) for tick in wide.ticks]
    stride = stride_apart(places, below)
    for k, (x, words) in enumerate(zip(places, below, strict=True)):
        mark(svg, "line", "line", x1=x, x2=x, y1=high.start, y2=high.end)
        if k % stride == 0:
            write(svg, words, x, high.start + GAP + LINE / 2, "tick middle")


def _bands(svg: Element, plot: Scatter, wide: Axis, high: Axis) -> None:
    """Both ranges as far as the axes go; where they cross, all is well."""
    across, up = plot.axes
    x1, x2 = (wide.place(min(max(end, wide.low), wide.high)) for end in (across.low, across.high))
    y1, y2 = (high.place(min(max(end, high.low), high.high)) for end in (up.low, up.high))
    mark(svg, "rect", "band", x=x1, y=high.end, width=x2 - x1, height=high.start - high.end)
    mark(svg, "rect", "band", x=wide.start, y=y2, width=wide.end - wide.start, height=y1 - y2)
    for end in (across.low, across.high):
        if wide.low <= end <= wide.high:
            mark(svg, "line", "edge", x1=wide.place(end), x2=wide.place(end), y1=high.start, y2=high.end)
    for end in (up.low, up.high):
        if high.low <= end <= high.high:
            mark(svg, "line", "edge", x1=wide.start, x2=wide.end, y1=high.place(end), y2=high.place(end))


def _whiskers(svg: Element, wide: Axis, high: Axis, place: Place, css: str) -> None:
    x, x1, x2 = (wide.place(part) for part in place[0])
    y, y1, y2 = (high.place(part) for part in place[1])
    flat = f"M{x1:.2f} {y:.2f}H{x2:.2f}M{x1:.2f} {y - CAP:.2f}v{2 * CAP}M{x2:.2f} {y - CAP:.2f}v{2 * CAP}"
    upright = f"M{x:.2f} {y1:.2f}V{y2:.2f}M{x - CAP:.2f} {y1:.2f}h{2 * CAP}M{x - CAP:.2f} {y2:.2f}h{2 * CAP}"
    mark(svg, "path", css, d=flat + upright)


def _point(svg: Element, plot: Scatter, point: Contender, x: float, y: float) -> None:
    """A diamond if nothing beats it, else a ring; the house's own has a ring around it."""
    if point.is_best:
        side = SIZE * 1.5
        shape = mark(
            svg, "path", "point best", d=f"M{x:.2f} {y - side:.2f}l{side} {side}l{-side} {side}l{-side} {-side}z"
        )
    else:
        shape = mark(svg, "circle", "point rest", cx=x, cy=y, r=SIZE)
    across, up = (
        said(value, is_share=wanted.is_share).whole for value, wanted in zip(point.values, plot.axes, strict=True)
    )
    explain(shape, f"{point.name}: {across} across, {up} up")
    if point.is_own:
        mark(svg, "circle", "ring", cx=x, cy=y, r=RING)
