"""A heat map of a board of hexagons that stand on a corner, in rows from left to right."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from typing import NamedTuple
from xml.etree.ElementTree import Element

from dottable.lab.report.charts_drawing import WIDTH, Chart, Key, Table, blank, canvas, explain, mark, write
from dottable.lab.report.charts_grid import value_words
from dottable.lab.report.charts_heat import Heat, cell_wording, is_known
from dottable.lab.report.contents import Hexagons

LARGEST = 38.0
"""From the centre of a hexagon to its corners."""
EDGE = 2.0
"""Air around the board."""


class Place(NamedTuple):
    """A hexagon of the board, where it lies if it were one unit large, and its value."""

    q: int
    r: int
    x: float
    y: float
    value: float


def hexagons_chart(plot: Hexagons, heat: Heat) -> Chart:
    places = list(places_of(plot))
    if not places:
        return Chart(blank(), _table(plot, places))
    return Chart(_picture(plot, heat, places), _table(plot, places), (Key("centre", "the centre"),), heat.scale())


def places_of(plot: Hexagons) -> Iterator[Place]:
    """All hexagons of the board; empty ones more than its radius from the centre are none of it."""
    radius = len(plot.values) // 2
    for r, row in enumerate(plot.values, start=-radius):
        for q, value in enumerate(row, start=-radius):
            if is_known(value) and (value or abs(q + r) <= radius):
                yield Place(q, r, sqrt(3) * (q + r / 2), 1.5 * r, value)


def _table(plot: Hexagons, places: list[Place]) -> Table:
    """Row by row as they lie; the columns are the coordinate q, empty outside the board."""
    columns = sorted({place.q for place in places})
    said = {(place.r, place.q): value_words(place.value, is_share=plot.is_share) for place in places}
    rows = sorted({place.r for place in places})
    return Table(
        ("", *(f"q {_signed(q)}" for q in columns)),
        tuple((f"r {_signed(r)}", *(said.get((r, q), "") for q in columns)) for r in rows),
    )


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"


def _picture(plot: Hexagons, heat: Heat, places: list[Place]) -> Element:
    half = sqrt(3) / 2
    left, right = min(p.x for p in places) - half, max(p.x for p in places) + half
    top, bottom = min(p.y for p in places) - 1, max(p.y for p in places) + 1
    size = min((WIDTH - 2 * EDGE) / (right - left), LARGEST)
    svg = canvas((bottom - top) * size + 2 * EDGE)
    known = [place.value for place in places]
    say = cell_wording(known, 2 * half * size - 4, is_share=plot.is_share)
    shift = WIDTH / 2 - (left + right) / 2 * size
    for place in places:
        x, y, step = shift + place.x * size, EDGE + (place.y - top) * size, heat.step(place.value)
        cell = mark(svg, "polygon", f"cell heat-{step}", points=_corners(x, y, size - 1))
        explain(cell, f"q {_signed(place.q)}, r {_signed(place.r)}: {value_words(place.value, is_share=plot.is_share)}")
        if place.q == place.r == 0:
            mark(svg, "polygon", f"centre ink-{step}", points=_corners(x, y, size - 4))
        if say:
            write(svg, say(place.value), x, y, f"value middle ink-{step}")
    return svg


def _corners(x: float, y: float, radius: float) -> str:
    angles = [k * pi / 3 for k in range(6)]
    return " ".join(f"{x + radius * sin(angle):.2f},{y - radius * cos(angle):.2f}" for angle in angles)
