"""Draws the heat map of a board with rows and columns."""

from __future__ import annotations

from typing import NamedTuple
from xml.etree.ElementTree import Element

from dottable.lab.report.charts.colour_scale import ColourScale, NumberFormat, cell_format, finite_values, is_finite
from dottable.lab.report.charts.svg_elements import (
    CHART_WIDTH,
    LINE_HEIGHT,
    TEXT_GAP,
    DataTable,
    DrawnChart,
    add_shape,
    add_text,
    add_tooltip,
    new_svg,
    no_data_svg,
    text_width,
    wrap_text,
)
from dottable.lab.report.number_format import NO_DATA, format_metric
from dottable.lab.report.page_model import GridHeatMap

MAX_CELL_SIZE = 56.0
MAX_LABEL_WIDTH = 110.0
"""Maximum width of a row label and maximum height of a rotated column label, in SVG units."""


class CellStyle(NamedTuple):
    """Size, colour scale and number format of all cells of a heat map."""

    size: float
    scale: ColourScale
    number_format: NumberFormat | None


def draw_grid_heat_map(plot: GridHeatMap, scale: ColourScale) -> DrawnChart:
    known = finite_values(value for row in plot.values for value in row)
    if not known:
        return DrawnChart(no_data_svg(), _data_table(plot))
    return DrawnChart(_draw_board(plot, scale, known), _data_table(plot), colour_legend=scale.legend())


def _data_table(plot: GridHeatMap) -> DataTable:
    rows = zip(plot.rows, plot.values, strict=True)
    return DataTable(
        ("", *plot.columns),
        tuple((name, *(value_text(value, is_share=plot.is_share) for value in values)) for name, values in rows),
    )


def value_text(value: float | None, *, is_share: bool) -> str:
    return format_metric(value, is_share=is_share) if is_finite(value) else NO_DATA


def _draw_board(plot: GridHeatMap, scale: ColourScale, known: list[float]) -> Element:
    label_width = min(max(map(text_width, plot.rows)), MAX_LABEL_WIDTH) + TEXT_GAP
    size = min((CHART_WIDTH - label_width) / len(plot.columns), MAX_CELL_SIZE)
    left = (CHART_WIDTH - label_width - size * len(plot.columns)) / 2 + label_width
    is_rotated = any(text_width(name) > size - 2 for name in plot.columns)
    top = (min(max(map(text_width, plot.columns)), MAX_LABEL_WIDTH) if is_rotated else LINE_HEIGHT) + TEXT_GAP
    svg = new_svg(top + size * len(plot.rows) + 1)
    for k, name in enumerate(plot.columns):
        _draw_column_label(svg, name, left + size * (k + 0.5), top - TEXT_GAP, is_rotated=is_rotated)
    style = CellStyle(size, scale, cell_format(known, size - 4, is_share=plot.is_share))
    for r, (name, values) in enumerate(zip(plot.rows, plot.values, strict=True)):
        add_text(
            svg, wrap_text(name, label_width - TEXT_GAP, 1)[0], left - TEXT_GAP, top + size * (r + 0.5), "label end"
        )
        for c, value in enumerate(values):
            tooltip = f"{name}, {plot.columns[c]}: {value_text(value, is_share=plot.is_share)}"
            _draw_cell(svg, style, value, left + size * c, top + size * r, tooltip)
    return svg


def _draw_column_label(svg: Element, name: str, x: float, bottom: float, *, is_rotated: bool) -> None:
    if is_rotated:
        text = add_text(svg, wrap_text(name, MAX_LABEL_WIDTH, 1)[0], x, bottom, "label")
        text.set("transform", f"rotate(-90 {x:.2f} {bottom:.2f})")
    else:
        add_text(svg, name, x, bottom - LINE_HEIGHT / 2, "label middle")


def _draw_cell(svg: Element, style: CellStyle, value: float | None, x: float, y: float, tooltip: str) -> None:
    size = style.size
    css = f"heat-{style.scale.colour_index(value)}" if is_finite(value) else "unknown"
    cell = add_shape(svg, "rect", f"cell {css}", x=x + 1, y=y + 1, width=size - 2, height=size - 2, rx=3.0)
    add_tooltip(cell, tooltip)
    if is_finite(value) and style.number_format:
        ink = f"ink-{style.scale.colour_index(value)}"
        add_text(svg, style.number_format(value), x + size / 2, y + size / 2, f"value middle {ink}")
