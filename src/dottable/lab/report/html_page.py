"""Renders a report as one HTML page without scripts or external files, for screen, phone and paper."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from dottable.lab.report.charts.colour_scale import COLOUR_STEPS
from dottable.lab.report.charts.plot_rendering import Plot, RenderedPlot, render_plot
from dottable.lab.report.charts.plot_rows import plot_rows
from dottable.lab.report.charts.svg_elements import CHART_WIDTH
from dottable.lab.report.number_format import (
    EstimateText,
    finite_estimate,
    format_difference,
    format_estimate,
    keep_percent_on_line,
    range_for_sentence,
)
from dottable.lab.report.page_model import (
    BarPlot,
    CandidateRow,
    CandidateTable,
    GridHeatMap,
    HexHeatMap,
    Histogram,
    MetricRow,
    MetricTable,
    ReportPage,
    ReportSection,
    ScatterPlot,
    TargetRange,
)
from dottable.lab.report.stylesheet import TEMPLATES_FOLDER, stylesheet
from dottable.lab.statistics.estimates import Estimate

PAGE_TEMPLATE_FILE = "page.html"
MAX_TABLE_ROWS_BESIDE_PLOT = 6
"""Maximum number of rows of a table that is placed beside a plot."""
MAX_PLOT_HEIGHT_BESIDE_TABLE = CHART_WIDTH
"""Maximum height, in SVG units, of a plot with a table beside it."""


@dataclass(frozen=True)
class MetricRowText:
    """A row of a metric table, with all numbers as text."""

    label: str
    rule: str
    values: tuple[EstimateText, ...]
    difference: EstimateText
    is_changed: bool


@dataclass(frozen=True)
class MetricTableText:
    """A metric table, with all numbers as text."""

    name: str
    """Unique name on the page; used as an HTML id."""
    title: str
    series: tuple[str, ...]
    rows: tuple[MetricRowText, ...]
    note: str
    has_difference: bool

    @property
    def is_comparison(self) -> bool:
        return len(self.series) > 1


@dataclass(frozen=True)
class CandidateRowText:
    """A row of a candidate table, with all numbers as text."""

    name: str
    values: tuple[tuple[EstimateText, str], ...]
    """Each value with a mark: "too low", "too high" or empty."""


@dataclass(frozen=True)
class CandidateTableText:
    """A candidate table, with all numbers as text."""

    name: str
    """Unique name on the page; used as an HTML id."""
    title: str
    kind: str
    targets: tuple[tuple[str, str], ...]
    """Label and target range of each metric."""
    rows: tuple[CandidateRowText, ...]
    note: str


@dataclass(frozen=True)
class RenderedSection:
    """A section with all the texts and markup that the page template needs."""

    section: ReportSection
    rows: list[tuple[RenderedPlot, ...]]
    """Rows of one or two plots."""
    beside: MetricTableText | None
    """A small table that is placed beside the last plot, if that plot is alone in its row."""
    below: tuple[MetricTableText, ...]
    candidates: tuple[CandidateTableText, ...]


def render_page(page: ReportPage) -> str:
    """Return the whole page as HTML."""
    return _load_template().render(
        page=page,
        sections=[_render_section(section) for section in page.sections],
        colour_steps=COLOUR_STEPS,
        stylesheet=Markup(stylesheet()),
        reading=_reading_hints(page),
    )


@cache
def _load_template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["keep_percent_on_line"] = keep_percent_on_line
    return environment.get_template(PAGE_TEMPLATE_FILE)


def _render_section(section: ReportSection) -> RenderedSection:
    slug = section.slug
    plots = [block for block in section.blocks if isinstance(block, Plot)]
    tables = [block for block in section.blocks if isinstance(block, MetricTable)]
    searches = [block for block in section.blocks if isinstance(block, CandidateTable)]
    rows = plot_rows(tuple(render_plot(plot, f"{slug}-plot-{k}", plots) for k, plot in enumerate(plots, start=1)))
    metrics = tuple(_format_metric_table(table, f"{slug}-metrics-{k}") for k, table in enumerate(tables, start=1))
    candidates = tuple(
        _candidate_table_text(candidate_table, f"{slug}-candidates-{k}")
        for k, candidate_table in enumerate(searches, start=1)
    )
    is_last_alone = bool(rows) and len(rows[-1]) == 1 and rows[-1][0].height <= MAX_PLOT_HEIGHT_BESIDE_TABLE
    if metrics and is_last_alone and _fits_beside_plot(metrics[0]):
        return RenderedSection(section, rows, metrics[0], metrics[1:], candidates)
    return RenderedSection(section, rows, None, metrics, candidates)


def _fits_beside_plot(table: MetricTableText) -> bool:
    return not table.is_comparison and len(table.rows) <= MAX_TABLE_ROWS_BESIDE_PLOT


def _format_metric_table(table: MetricTable, name: str) -> MetricTableText:
    rows = tuple(map(_format_metric_row, table.rows))
    has_difference = any(row.difference for row in table.rows)
    return MetricTableText(name, table.title, table.series, rows, table.note, has_difference)


def _format_metric_row(row: MetricRow) -> MetricRowText:
    return MetricRowText(
        row.label,
        row.rule,
        tuple(format_estimate(value, is_share=row.is_share) for value in row.values),
        format_difference(row.difference, is_share=row.is_share),
        row.is_changed,
    )


def _candidate_table_text(table: CandidateTable, name: str) -> CandidateTableText:
    targets = tuple(
        (target.label, range_for_sentence(target.low, target.high, is_share=target.is_share))
        for target in table.targets
    )
    rows = tuple(_format_candidate_row(row, table.targets) for row in table.rows)
    return CandidateTableText(name, table.title, table.kind, targets, rows, table.note)


def _format_candidate_row(row: CandidateRow, targets: tuple[TargetRange, ...]) -> CandidateRowText:
    pairs = zip(row.values, targets, strict=True)
    values = tuple(
        (format_estimate(value, is_share=target.is_share), _target_miss_mark(target, finite_estimate(value)))
        for value, target in pairs
    )
    return CandidateRowText(row.name, values)


def _target_miss_mark(target: TargetRange, value: Estimate | None) -> str:
    miss = target.distance_outside(value.value) if value is not None else 0
    return "too low" if miss < 0 else "too high" if miss > 0 else ""


def _reading_hints(page: ReportPage) -> tuple[str, ...]:
    """Return an explanation for every kind of mark that this page uses."""
    blocks = [block for section in page.sections for block in section.blocks]
    kinds = {type(block) for block in blocks}
    tables = [block for block in blocks if isinstance(block, MetricTable)]
    has_two = any(len(block.series) > 1 for block in blocks if isinstance(block, BarPlot | Histogram | MetricTable))
    has_points = any(row.is_share and row.difference for table in tables for row in table.rows)
    hints = (
        (BarPlot in kinds, "The thin line with caps on a bar is its interval."),
        (has_two, "In a comparison the first variant is drawn plain, the second hatched with an outline."),
        (
            bool(kinds & {GridHeatMap, HexHeatMap}),
            "On a board, a stronger colour means a larger value. Boards that are compared share a scale.",
        ),
        (has_points, "“pp” stands for percentage points, the difference of two shares."),
        (ScatterPlot in kinds, "The thin lines with caps through a point are its intervals, across and up."),
        (CandidateTable in kinds, "“too low” and “too high” mark values outside the target range above them."),
        (True, "“Numbers” below a plot opens its values as a table."),
    )
    return tuple(text for is_used, text in hints if is_used)
