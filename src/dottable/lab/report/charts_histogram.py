"""How often each size comes. A second series lies over the first as a hatched outline."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple
from xml.etree.ElementTree import Element

from dottable.lab.report.charts_axis import Axis, axis_over, stride_apart, tick_words
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
    mark,
    width_of,
    write,
)
from dottable.lab.report.contents import Histogram
from dottable.lab.report.wording import MINUS, share

HEIGHT = 160.0
ROUND_STRIDES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Every how many bars may have a label, for the labels to be round numbers."""
EVEN_STRIDES = range(1, 20)


class Tick(NamedTuple):
    """A label along the bars, and where it stands."""

    place: float
    words: str


def histogram_chart(plot: Histogram) -> Chart:
    if len(plot.edges) < 2 or not any(any(values) for values in plot.shares):
        return Chart(blank(), _table(plot))
    keys = (Key("first", plot.series[0]), Key("second", plot.series[1])) if len(plot.series) > 1 else ()
    return Chart(_picture(plot), _table(plot), keys)


def ticks_of(plot: Histogram, edges: Sequence[float]) -> list[Tick]:
    """Labels that keep apart: below bars that are one number or a few, else below their edges."""
    if plot.is_log or has_unit_bars(plot):
        every = [Tick((a + b) / 2, bar_words(plot, k)) for k, (a, b) in enumerate(pairwise(edges))]
    else:
        every = [Tick(place, _edge(edge)) for place, edge in zip(edges, plot.edges, strict=True)]
    start, strides = (0, EVEN_STRIDES) if plot.is_log else (_first_round(plot), ROUND_STRIDES)
    places, words = zip(*every, strict=True)
    stride = stride_apart(places, words, start=start, strides=strides)
    kept = every[start % stride :: stride]
    return [tick for tick in kept if tick.place + width_of(tick.words) / 2 <= WIDTH]


def _first_round(plot: Histogram) -> int:
    """From which edge to count for the labels to be round numbers."""
    return -round(plot.edges[0] / (plot.edges[1] - plot.edges[0]))


def has_unit_bars(plot: Histogram) -> bool:
    """Whether every bar is a whole number of its own."""
    return has_whole_edges(plot) and all(b - a == 1 for a, b in pairwise(plot.edges))


def has_whole_edges(plot: Histogram) -> bool:
    return all(edge == int(edge) for edge in plot.edges)


def bar_words(plot: Histogram, k: int) -> str:
    """What a bar holds: one number, a few, or from one to under another."""
    low, high = plot.edges[k], plot.edges[k + 1]
    if has_whole_edges(plot) and high - low == 1:
        return _edge(low)
    if has_whole_edges(plot) and plot.is_log and low >= 0:
        return f"{_edge(low)}–{_edge(high - 1)}"
    return f"{_edge(low)} to under {_edge(high)}"


def _table(plot: Histogram) -> Table:
    rows = tuple(
        (bar_words(plot, k), *(share(values[k]) for values in plot.shares)) for k in range(max(len(plot.edges) - 1, 0))
    )
    return Table((plot.axis, *plot.series), rows)


def _picture(plot: Histogram) -> Element:
    axis = axis_over([part for values in plot.shares for part in values], is_share=True)
    words = tick_words(axis, is_share=True)
    left = max(map(width_of, words)) + GAP
    bottom = LINE / 2 + HEIGHT
    svg = canvas(bottom + GAP + 2 * LINE)
    axis = axis.moved(bottom, LINE / 2)
    for tick, text in zip(axis.ticks, words, strict=True):
        y = axis.place(tick)
        mark(svg, "line", "line", x1=left, x2=WIDTH, y1=y, y2=y)
        write(svg, text, left - GAP, y, "tick end")
    _bars(svg, plot, axis, left)
    if len(plot.series) > 1:
        _outline(svg, plot, axis, left)
    mark(svg, "line", "zero", x1=left, x2=WIDTH, y1=bottom, y2=bottom)
    _labels(svg, plot, left, bottom)
    return svg


def _places(plot: Histogram, left: float) -> list[float]:
    """Where the edges are."""
    right = WIDTH - GAP
    if plot.is_log:
        return [left + (right - left) * k / (len(plot.edges) - 1) for k in range(len(plot.edges))]
    low, high = plot.edges[0], plot.edges[-1]
    return [left + (right - left) * (edge - low) / (high - low) for edge in plot.edges]


def _bars(svg: Element, plot: Histogram, axis: Axis, left: float) -> None:
    edges = _places(plot, left)
    for k, part in enumerate(plot.shares[0]):
        y = axis.place(part)
        bar = mark(svg, "rect", "bin first", x=edges[k], y=y, width=edges[k + 1] - edges[k], height=axis.start - y)
        said = ", ".join(f"{name} {share(values[k])}" for name, values in zip(plot.series, plot.shares, strict=True))
        explain(bar, f"{bar_words(plot, k)} {plot.axis}: {said}")


def _outline(svg: Element, plot: Histogram, axis: Axis, left: float) -> None:
    edges = _places(plot, left)
    steps = "".join(f"V{axis.place(part):.2f}H{edges[k + 1]:.2f}" for k, part in enumerate(plot.shares[1]))
    mark(svg, "path", "bin second", d=f"M{edges[0]:.2f} {axis.start:.2f}{steps}V{axis.start:.2f}Z")


def _labels(svg: Element, plot: Histogram, left: float, bottom: float) -> None:
    edges = _places(plot, left)
    for x, words in ticks_of(plot, edges):
        mark(svg, "line", "zero", x1=x, x2=x, y1=bottom, y2=bottom + 3)
        write(svg, words, x, bottom + GAP + LINE / 2, "tick middle")
    write(svg, plot.axis, (edges[0] + edges[-1]) / 2, bottom + GAP + LINE * 1.5, "axis middle")


def _edge(value: float) -> str:
    text = f"{abs(value):,.6f}".rstrip("0").rstrip(".")
    return f"{MINUS}{text}" if value < 0 else text
