"""A report as one page of HTML: no script, nothing from elsewhere, light and dark, on a phone and on paper."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from dottable.lab.estimates import Estimate
from dottable.lab.report.charts import Drawn, Plot, drawn
from dottable.lab.report.charts_drawing import WIDTH
from dottable.lab.report.charts_heat import STEPS
from dottable.lab.report.charts_rows import rows_of
from dottable.lab.report.contents import (
    BarPlot,
    Contender,
    Contest,
    Figures,
    Grid,
    Hexagons,
    Histogram,
    Page,
    Row,
    Scatter,
    Section,
    Wanted,
)
from dottable.lab.report.wording import Said, joined, measured, plain_range, said, said_difference

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
class SaidContender:
    """A row of a contest in words."""

    name: str
    values: tuple[tuple[Said, str], ...]
    """Each with the word that marks it, if it lies outside its range."""


@dataclass(frozen=True)
class SaidContest:
    """A contest in words."""

    name: str
    title: str
    kind: str
    wanted: tuple[tuple[str, str], ...]
    """What is measured, and its range."""
    rows: tuple[SaidContender, ...]
    note: str


@dataclass(frozen=True)
class Shown:
    """A section with all its pictures drawn."""

    section: Section
    rows: list[tuple[Drawn, ...]]
    """Plots that stand side by side."""
    beside: SaidFigures | None
    """A small table that stands next to the last plot, which would be alone in its row."""
    below: tuple[SaidFigures, ...]
    contests: tuple[SaidContest, ...]


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
    plots = [block for block in section.blocks if isinstance(block, Plot)]
    tables = [block for block in section.blocks if isinstance(block, Figures)]
    tried = [block for block in section.blocks if isinstance(block, Contest)]
    rows = rows_of(tuple(drawn(plot, f"{section.slug}-plot-{k}", plots) for k, plot in enumerate(plots, start=1)))
    figures = tuple(_said_figures(table, f"{section.slug}-figures-{k}") for k, table in enumerate(tables, start=1))
    contests = tuple(_said_contest(one, f"{section.slug}-contest-{k}") for k, one in enumerate(tried, start=1))
    if rows and figures and len(rows[-1]) == 1 and rows[-1][0].height <= HIGHEST_BESIDE and _is_small(figures[0]):
        return Shown(section, rows, figures[0], figures[1:], contests)
    return Shown(section, rows, None, figures, contests)


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


def _said_contest(contest: Contest, name: str) -> SaidContest:
    wanted = tuple((one.words, plain_range(one.low, one.high, is_share=one.is_share)) for one in contest.wanted)
    rows = tuple(_said_contender(row, contest.wanted) for row in contest.rows)
    return SaidContest(name, contest.title, contest.kind, wanted, rows, contest.note)


def _said_contender(row: Contender, wanted: tuple[Wanted, ...]) -> SaidContender:
    pairs = zip(row.values, wanted, strict=True)
    values = tuple((said(value, is_share=one.is_share), _mark(one, measured(value))) for value, one in pairs)
    return SaidContender(row.name, values)


def _mark(wanted: Wanted, value: Estimate | None) -> str:
    miss = wanted.miss(value.value) if value is not None else 0
    return "too low" if miss < 0 else "too high" if miss > 0 else ""


def _reading(page: Page) -> tuple[str, ...]:
    """How to read the marks that this page uses."""
    blocks = [block for section in page.sections for block in section.blocks]
    tables = [block for block in blocks if isinstance(block, Figures)]
    words: list[str] = []
    if any(isinstance(block, BarPlot) for block in blocks):
        words.append("The thin line with caps on a bar is its interval.")
    if any(len(block.series) > 1 for block in blocks if isinstance(block, BarPlot | Histogram | Figures)):
        words.append("Where two things are compared, the first is drawn plain and the second hatched with an outline.")
    if any(isinstance(block, Grid | Hexagons) for block in blocks):
        words.append(
            "The stronger the colour on a board, the greater the figure; boards that are compared share a scale."
        )
    if any(row.is_share and row.difference for table in tables for row in table.rows):
        words.append("“pp” are percentage points, the difference between two shares.")
    if any(isinstance(block, Scatter) for block in blocks):
        words.append("The thin lines with caps through a point are its intervals, across and up.")
    if any(isinstance(block, Contest) for block in blocks):
        words.append("“too low” and “too high” mark figures outside the range that stands above them.")
    words.append("“Numbers” below a plot opens its figures as a table.")
    return tuple(words)
