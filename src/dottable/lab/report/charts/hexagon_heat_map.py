"""Draws the heat map of a board of hexagons with a corner at the top."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from typing import NamedTuple
from xml.etree.ElementTree import Element

from dottable.lab.report.charts.colour_scale import ColourScale, cell_format, is_finite
from dottable.lab.report.charts.grid_heat_map import value_text
from dottable.lab.report.charts.svg_elements import (
    CHART_WIDTH,
    DataTable,
    DrawnChart,
    LegendEntry,
    add_shape,
    add_text,
    add_tooltip,
    new_svg,
    no_data_svg,
)
from dottable.lab.report.page_model import HexHeatMap

MAX_HEXAGON_RADIUS = 38.0
"""Maximum distance from the centre of a hexagon to its corners, in SVG units."""
BOARD_MARGIN = 2.0
"""Free space around the board, in SVG units."""


class HexCell(NamedTuple):
    """A hexagon of the board: axial coordinates (q, r), centre (x, y) in units of its radius, and value."""

    q: int
    r: int
    x: float
    y: float
    value: float


def draw_hexagon_heat_map(plot: HexHeatMap, scale: ColourScale) -> DrawnChart:
    cells = list(hex_cells(plot))
    if not cells:
        return DrawnChart(no_data_svg(), _data_table(plot, cells))
    return DrawnChart(
        _draw_board(plot, scale, cells),
        _data_table(plot, cells),
        (LegendEntry("centre", "the centre"),),
        scale.legend(),
    )


def hex_cells(plot: HexHeatMap) -> Iterator[HexCell]:
    """Yield the hexagons of the board that have a value."""
    radius = len(plot.values) // 2
    for r, row in enumerate(plot.values, start=-radius):
        for q, value in enumerate(row, start=-radius):
            if is_finite(value):
                yield HexCell(q, r, sqrt(3) * (q + r / 2), 1.5 * r, value)


def _data_table(plot: HexHeatMap, cells: list[HexCell]) -> DataTable:
    """Return the values as a table, with one row per r and one column per q. Entries outside the board are empty."""
    columns = sorted({cell.q for cell in cells})
    texts = {(cell.r, cell.q): value_text(cell.value, is_share=plot.is_share) for cell in cells}
    rows = sorted({cell.r for cell in cells})
    return DataTable(
        ("", *(f"q {_coordinate_text(q)}" for q in columns)),
        tuple((f"r {_coordinate_text(r)}", *(texts.get((r, q), "") for q in columns)) for r in rows),
    )


def _coordinate_text(value: int) -> str:
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"


def _draw_board(plot: HexHeatMap, scale: ColourScale, cells: list[HexCell]) -> Element:
    half = sqrt(3) / 2
    left, right = min(c.x for c in cells) - half, max(c.x for c in cells) + half
    top, bottom = min(c.y for c in cells) - 1, max(c.y for c in cells) + 1
    radius = min((CHART_WIDTH - 2 * BOARD_MARGIN) / (right - left), MAX_HEXAGON_RADIUS)
    svg = new_svg((bottom - top) * radius + 2 * BOARD_MARGIN)
    number_format = cell_format([c.value for c in cells], 2 * half * radius - 4, is_share=plot.is_share)
    shift = CHART_WIDTH / 2 - (left + right) / 2 * radius
    for cell in cells:
        x, y, step = shift + cell.x * radius, BOARD_MARGIN + (cell.y - top) * radius, scale.colour_index(cell.value)
        shape = add_shape(svg, "polygon", f"cell heat-{step}", points=_corner_points(x, y, radius - 1))
        value = value_text(cell.value, is_share=plot.is_share)
        add_tooltip(shape, f"q {_coordinate_text(cell.q)}, r {_coordinate_text(cell.r)}: {value}")
        if cell.q == cell.r == 0:
            add_shape(svg, "polygon", f"centre ink-{step}", points=_corner_points(x, y, radius - 4))
        if number_format:
            add_text(svg, number_format(cell.value), x, y, f"value middle ink-{step}")
    return svg


def _corner_points(x: float, y: float, radius: float) -> str:
    angles = [k * pi / 3 for k in range(6)]
    return " ".join(f"{x + radius * sin(angle):.2f},{y - radius * cos(angle):.2f}" for angle in angles)
