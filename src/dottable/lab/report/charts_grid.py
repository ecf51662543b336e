"""A heat map of a board with rows and columns."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from dottable.lab.report.charts_drawing import (
    GAP,
    LINE,
    WIDTH,
    Chart,
    Table,
    blank,
    canvas,
    explain,
    lines_of,
    mark,
    width_of,
    write,
)
from dottable.lab.report.charts_heat import Heat, Wording, cell_wording, is_known, known_of
from dottable.lab.report.contents import Grid
from dottable.lab.report.wording import NOTHING, amount

LARGEST = 56.0
"""Of a cell."""
LABEL = 110.0
"""The most room for the name of a row, or for that of a column that is written upwards."""


def grid_chart(plot: Grid, heat: Heat) -> Chart:
    known = known_of(value for row in plot.values for value in row)
    if not known:
        return Chart(blank(), _table(plot))
    return Chart(_picture(plot, heat, known), _table(plot), scale=heat.scale())


def _table(plot: Grid) -> Table:
    rows = zip(plot.rows, plot.values, strict=True)
    return Table(
        ("", *plot.columns),
        tuple((name, *(value_words(value, is_share=plot.is_share) for value in values)) for name, values in rows),
    )


def value_words(value: float | None, *, is_share: bool) -> str:
    return amount(value, is_share=is_share) if is_known(value) else NOTHING


def _picture(plot: Grid, heat: Heat, known: list[float]) -> Element:
    names = min(max(map(width_of, plot.rows)), LABEL) + GAP
    cell = min((WIDTH - names) / len(plot.columns), LARGEST)
    left = (WIDTH - names - cell * len(plot.columns)) / 2 + names
    is_upwards = any(width_of(name) > cell - 2 for name in plot.columns)
    top = (min(max(map(width_of, plot.columns)), LABEL) if is_upwards else LINE) + GAP
    svg = canvas(top + cell * len(plot.rows) + 1)
    for k, name in enumerate(plot.columns):
        _column_name(svg, name, left + cell * (k + 0.5), top - GAP, is_upwards=is_upwards)
    say = cell_wording(known, cell - 4, is_share=plot.is_share)
    for r, (name, values) in enumerate(zip(plot.rows, plot.values, strict=True)):
        write(svg, lines_of(name, names - GAP, 1)[0], left - GAP, top + cell * (r + 0.5), "label end")
        for c, value in enumerate(values):
            place = f"{name}, {plot.columns[c]}: {value_words(value, is_share=plot.is_share)}"
            _cell(svg, heat, say, value, left + cell * c, top + cell * r, cell, place)
    return svg


def _column_name(svg: Element, name: str, x: float, bottom: float, *, is_upwards: bool) -> None:
    if is_upwards:
        text = write(svg, lines_of(name, LABEL, 1)[0], x, bottom, "label")
        text.set("transform", f"rotate(-90 {x:.2f} {bottom:.2f})")
    else:
        write(svg, name, x, bottom - LINE / 2, "label middle")


def _cell(
    svg: Element, heat: Heat, say: Wording | None, value: float | None, x: float, y: float, size: float, place: str
) -> None:
    css = f"heat-{heat.step(value)}" if is_known(value) else "unknown"
    explain(mark(svg, "rect", f"cell {css}", x=x + 1, y=y + 1, width=size - 2, height=size - 2, rx=3.0), place)
    if is_known(value) and say:
        write(svg, say(value), x + size / 2, y + size / 2, f"value middle ink-{heat.step(value)}")
