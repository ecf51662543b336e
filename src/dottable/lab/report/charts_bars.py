"""What upright and lying bars share: their values in words, their axis, their legend and their table."""

from __future__ import annotations

from functools import cached_property
from xml.etree.ElementTree import Element

from dottable.lab.estimates import Estimate
from dottable.lab.report.charts_axis import Axis, axis_over, tick_words
from dottable.lab.report.charts_drawing import BOLD, Key, Table, explain, mark, width_of
from dottable.lab.report.contents import BarPlot
from dottable.lab.report.wording import amount, measured, said

MARKS = ("first", "second")
CAP = 4.0
"""Half the cap of a whisker."""
THIN = 0.5
"""Intervals below that are not drawn: nobody could see them."""
INTERVAL = "95 % interval"


class Bars:
    """A plot of bars as it is drawn. Series are counted by i, labels by k."""

    def __init__(self, plot: BarPlot) -> None:
        self.plot = plot
        self.series = len(plot.series)

    def known(self, i: int, k: int) -> Estimate | None:
        return measured(self.plot.values[i][k])

    def value(self, i: int, k: int) -> str:
        return said(self.plot.values[i][k], is_share=self.plot.is_share).value

    @property
    def cells(self) -> list[tuple[int, int]]:
        return [(i, k) for k in range(len(self.plot.labels)) for i in range(self.series)]

    @cached_property
    def widest_value(self) -> float:
        return BOLD * max(width_of(self.value(i, k)) for i, k in self.cells)

    @property
    def is_empty(self) -> bool:
        return not any(self.known(i, k) for i, k in self.cells)

    @cached_property
    def axis(self) -> Axis:
        """It has room for all intervals and for what they are compared with."""
        reach = [part for i, k in self.cells for part in self.known(i, k) or ()]
        compared = [] if self.plot.reference is None else [self.plot.reference]
        return axis_over([*reach, *compared], is_share=self.plot.is_share)

    @property
    def ticks(self) -> list[str]:
        return tick_words(self.axis, is_share=self.plot.is_share)

    def draw_bar(self, svg: Element, i: int, k: int, x: tuple[float, float], y: tuple[float, float]) -> None:
        """A bar between two places across and two down, which says what it is when somebody points there."""
        box = {"x": min(x), "y": min(y), "width": abs(x[1] - x[0]), "height": abs(y[1] - y[0])}
        name = self.plot.labels[k] + (f", {self.plot.series[i]}" if self.series > 1 else "")
        words = said(self.plot.values[i][k], is_share=self.plot.is_share)
        explain(mark(svg, "rect", f"bar {MARKS[i]}", **box), f"{name}: {words.whole}")

    def table(self) -> Table:
        columns = [column for name in self.plot.series for column in (name, INTERVAL)]
        rows = [
            (label, *(words for values in self.plot.values for words in said(values[k], is_share=self.plot.is_share)))
            for k, label in enumerate(self.plot.labels)
        ]
        return Table(("", *columns), tuple(rows))

    def keys(self) -> tuple[Key, ...]:
        if self.is_empty:
            return ()
        names = zip(MARKS, self.plot.series, strict=True) if self.series > 1 else ()
        keys = [*(Key(css, name) for css, name in names), Key("whisker", INTERVAL)]
        if self.plot.reference is not None:
            keys.append(Key("reference", f"to compare: {amount(self.plot.reference, is_share=self.plot.is_share)}"))
        return tuple(keys)
