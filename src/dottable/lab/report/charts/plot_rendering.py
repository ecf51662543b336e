"""Renders a plot of a page: picture, text, legend and data table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never
from xml.etree.ElementTree import Element

from markupsafe import Markup

from dottable.lab.report.charts.bar_chart_parts import Bars
from dottable.lab.report.charts.colour_scale import ColourScale, colour_scale_for, finite_values
from dottable.lab.report.charts.grid_heat_map import draw_grid_heat_map
from dottable.lab.report.charts.hexagon_heat_map import draw_hexagon_heat_map
from dottable.lab.report.charts.histogram import draw_histogram
from dottable.lab.report.charts.horizontal_bars import draw_horizontal_bars
from dottable.lab.report.charts.scatter import draw_scatter
from dottable.lab.report.charts.svg_elements import (
    ColourLegend,
    DataTable,
    DrawnChart,
    LegendEntry,
    no_data_svg,
    svg_height,
    svg_markup,
)
from dottable.lab.report.charts.vertical_bars import draw_vertical_bars, fits_vertical_bars
from dottable.lab.report.page_model import BarPlot, GridHeatMap, HexHeatMap, Histogram, ScatterPlot

MAX_OPEN_TABLE_COLUMNS, MAX_OPEN_TABLE_ROWS = 5, 24
"""Maximum size of a data table that is shown expanded."""
Plot = BarPlot | Histogram | GridHeatMap | HexHeatMap | ScatterPlot


@dataclass(frozen=True)
class RenderedPlot:
    """A plot with all the texts and markup that the page template needs."""

    name: str
    """Unique name on the page; used as an HTML id."""
    title: str
    description: str
    note: str
    picture: Markup
    legend: tuple[LegendEntry, ...]
    colour_legend: ColourLegend | None
    table: DataTable
    height: float
    """Height in SVG units; the width is `svg.CHART_WIDTH`."""
    is_heat_map: bool

    @property
    def has_small_table(self) -> bool:
        return len(self.table.columns) <= MAX_OPEN_TABLE_COLUMNS and len(self.table.rows) <= MAX_OPEN_TABLE_ROWS


def render_plot(plot: Plot, name: str, neighbours: Sequence[Plot] = ()) -> RenderedPlot:
    """Return a plot as a picture, with a title and a description for screen readers.

    All heat maps in `neighbours` with the same description use the same colour scale.
    """
    chart = draw_plot(plot, neighbours)
    _add_description(chart.svg, plot, name)
    return RenderedPlot(
        name=name,
        title=plot.title,
        description=plot.description,
        note=plot.note,
        picture=svg_markup(chart.svg),
        legend=chart.legend,
        colour_legend=chart.colour_legend,
        table=chart.table,
        height=svg_height(chart.svg),
        is_heat_map=isinstance(plot, GridHeatMap | HexHeatMap),
    )


def draw_plot(plot: Plot, neighbours: Sequence[Plot] = ()) -> DrawnChart:
    """Draw a plot of any kind and return the chart."""
    match plot:
        case BarPlot():
            return _draw_bars(Bars(plot))
        case Histogram():
            return draw_histogram(plot)
        case GridHeatMap():
            return draw_grid_heat_map(plot, _shared_colour_scale(plot, neighbours))
        case HexHeatMap():
            return draw_hexagon_heat_map(plot, _shared_colour_scale(plot, neighbours))
        case ScatterPlot():
            return draw_scatter(plot)
        case _:
            assert_never(plot)


def _shared_colour_scale(plot: GridHeatMap | HexHeatMap, neighbours: Sequence[Plot]) -> ColourScale:
    """Return a colour scale for a heat map and all its neighbours with the same description."""
    similar = [
        other
        for other in neighbours
        if isinstance(other, GridHeatMap | HexHeatMap) and other.description == plot.description
    ]
    values = [value for board in (plot, *similar) for row in board.values for value in row]
    return colour_scale_for(finite_values(values), is_share=plot.is_share)


def _draw_bars(bars: Bars) -> DrawnChart:
    if bars.is_empty:
        svg = no_data_svg()
    elif fits_vertical_bars(bars):
        svg = draw_vertical_bars(bars)
    else:
        svg = draw_horizontal_bars(bars)
    return DrawnChart(svg, bars.data_table(), bars.legend())


def _add_description(svg: Element, plot: Plot, name: str) -> None:
    """Add a title and a description for screen readers to an SVG picture."""
    svg.set("aria-labelledby", f"{name}-title")
    svg.set("aria-describedby", f"{name}-description")
    for index, (tag, key, text) in enumerate(
        (("title", "title", plot.title), ("desc", "description", plot.description))
    ):
        element = Element(tag, {"id": f"{name}-{key}"})
        element.text = text
        svg.insert(index, element)
