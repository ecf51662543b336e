"""Every plot of a page as a picture with its title, its words and its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never
from xml.etree.ElementTree import Element

from markupsafe import Markup

from dottable.lab.report.charts_bars import Bars
from dottable.lab.report.charts_drawing import Chart, Key, Scale, Table, blank, height_of, markup
from dottable.lab.report.charts_grid import grid_chart
from dottable.lab.report.charts_heat import Heat, heat_of, known_of
from dottable.lab.report.charts_hexagons import hexagons_chart
from dottable.lab.report.charts_histogram import histogram_chart
from dottable.lab.report.charts_lying_bars import draw_lying
from dottable.lab.report.charts_scatter import scatter_chart
from dottable.lab.report.charts_upright_bars import draw_upright, fits_upright
from dottable.lab.report.contents import BarPlot, Grid, Hexagons, Histogram, Scatter

FEW_COLUMNS, FEW_ROWS = 5, 24
Plot = BarPlot | Histogram | Grid | Hexagons | Scatter


@dataclass(frozen=True)
class Drawn:
    """A plot, ready for the page."""

    name: str
    """No other plot of the page has it."""
    title: str
    words: str
    note: str
    picture: Markup
    keys: tuple[Key, ...]
    scale: Scale | None
    table: Table
    height: float
    """For a width of charts_drawing.WIDTH."""
    is_board: bool

    @property
    def has_small_table(self) -> bool:
        return len(self.table.columns) <= FEW_COLUMNS and len(self.table.rows) <= FEW_ROWS


def drawn(plot: Plot, name: str, beside: Sequence[Plot] = ()) -> Drawn:
    """A plot as a picture that a screen reader can name and describe; boards with the same words share their scale."""
    chart = chart_of(plot, beside)
    _entitle(chart.svg, plot, name)
    return Drawn(
        name=name,
        title=plot.title,
        words=plot.words,
        note=plot.note,
        picture=markup(chart.svg),
        keys=chart.keys,
        scale=chart.scale,
        table=chart.table,
        height=height_of(chart.svg),
        is_board=isinstance(plot, Grid | Hexagons),
    )


def chart_of(plot: Plot, beside: Sequence[Plot] = ()) -> Chart:
    match plot:
        case BarPlot():
            return _bar_chart(Bars(plot))
        case Histogram():
            return histogram_chart(plot)
        case Grid():
            return grid_chart(plot, _heat(plot, beside))
        case Hexagons():
            return hexagons_chart(plot, _heat(plot, beside))
        case Scatter():
            return scatter_chart(plot)
        case _:
            assert_never(plot)


def _heat(plot: Grid | Hexagons, beside: Sequence[Plot]) -> Heat:
    """The scale of a board and of those that show the same of something else."""
    boards = [other for other in beside if isinstance(other, Grid | Hexagons) and other.words == plot.words]
    values = [value for board in (plot, *boards) for row in board.values for value in row]
    return heat_of(known_of(values), is_share=plot.is_share)


def _bar_chart(bars: Bars) -> Chart:
    if bars.is_empty:
        svg = blank()
    elif fits_upright(bars):
        svg = draw_upright(bars)
    else:
        svg = draw_lying(bars)
    return Chart(svg, bars.table(), bars.keys())


def _entitle(svg: Element, plot: Plot, name: str) -> None:
    svg.set("aria-labelledby", f"{name}-title")
    svg.set("aria-describedby", f"{name}-words")
    for place, (tag, text) in enumerate((("title", plot.title), ("desc", plot.words))):
        element = Element(tag, {"id": f"{name}-{'words' if place else 'title'}"})
        element.text = text
        svg.insert(place, element)
