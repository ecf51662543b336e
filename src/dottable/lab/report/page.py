"""A report as one page of HTML: no script, nothing from elsewhere, light and dark, on a phone and on paper."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from dottable.lab.report.charts import Drawn, drawn
from dottable.lab.report.charts_drawing import WIDTH
from dottable.lab.report.charts_heat import STEPS
from dottable.lab.report.charts_rows import rows_of
from dottable.lab.report.contents import BarPlot, Figures, Grid, Hexagons, Page, Row, Section
from dottable.lab.report.wording import Said, joined, said, said_difference

FOLDER = Path(__file__).parent
TEMPLATE = "page.html"
MOST_BESIDE = 6
"""Rows of a table that stands next to a plot."""
HIGHEST_BESIDE = WIDTH
"""Of a plot that has a table next to it."""


@dataclass(frozen=True)
class SaidRow:
    """A row of figures in words."""

    words: str
    rule: str
    values: tuple[Said, ...]
    difference: Said
    is_changed: bool


@dataclass(frozen=True)
class SaidFigures:
    """A table of figures in words."""

    name: str
    title: str
    series: tuple[str, ...]
    rows: tuple[SaidRow, ...]
    note: str

    has_difference: bool

    @property
    def has_many(self) -> bool:
        return len(self.series) > 1


@dataclass(frozen=True)
class Shown:
    """A section with all its pictures drawn."""

    section: Section
    rows: list[tuple[Drawn, ...]]
    """Plots that stand side by side."""
    beside: SaidFigures | None
    """A small table that stands next to the last plot, which would be alone in its row."""
    below: tuple[SaidFigures, ...]


def render(page: Page) -> str:
    """The whole page as HTML."""
    return _template().render(
        page=page,
        sections=[_shown(section) for section in page.sections],
        steps=STEPS,
        reading=_reading(page),
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["joined"] = joined
    return environment.get_template(TEMPLATE)


def _shown(section: Section) -> Shown:
    plots = [block for block in section.blocks if not isinstance(block, Figures)]
    tables = [block for block in section.blocks if isinstance(block, Figures)]
    rows = rows_of(tuple(drawn(plot, f"{section.slug}-plot-{k}", plots) for k, plot in enumerate(plots, start=1)))
    figures = tuple(_said_figures(table, f"{section.slug}-figures-{k}") for k, table in enumerate(tables, start=1))
    if rows and figures and len(rows[-1]) == 1 and rows[-1][0].height <= HIGHEST_BESIDE and _is_small(figures[0]):
        return Shown(section, rows, figures[0], figures[1:])
    return Shown(section, rows, None, figures)


def _is_small(figures: SaidFigures) -> bool:
    return len(figures.series) == 1 and len(figures.rows) <= MOST_BESIDE


def _said_figures(figures: Figures, name: str) -> SaidFigures:
    rows = tuple(map(_said_row, figures.rows))
    has_difference = any(row.difference for row in figures.rows)
    return SaidFigures(name, figures.title, figures.series, rows, figures.note, has_difference)


def _said_row(row: Row) -> SaidRow:
    return SaidRow(
        row.words,
        row.rule,
        tuple(said(value, is_share=row.is_share) for value in row.values),
        said_difference(row.difference, is_share=row.is_share),
        row.is_changed,
    )


def _reading(page: Page) -> tuple[str, ...]:
    """How to read the marks that this page uses."""
    blocks = [block for section in page.sections for block in section.blocks]
    tables = [block for block in blocks if isinstance(block, Figures)]
    words: list[str] = []
    if any(isinstance(block, BarPlot) for block in blocks):
        words.append("The thin line with caps on a bar is its interval.")
    if any(len(block.series) > 1 for block in blocks if not isinstance(block, Grid | Hexagons)):
        words.append("Where two things are compared, the first is drawn plain and the second hatched with an outline.")
    if any(isinstance(block, Grid | Hexagons) for block in blocks):
        words.append(
            "The stronger the colour on a board, the greater the figure; boards that are compared share a scale."
        )
    if any(row.is_share and row.difference for table in tables for row in table.rows):
        words.append("“pp” are percentage points, the difference between two shares.")
    words.append("“Numbers” below a plot opens its figures as a table.")
    return tuple(words)
