"""The contents of a report page, independent of its layout and of any game."""

from __future__ import annotations

from dataclasses import dataclass, field

from dottable.lab.statistics.estimates import Estimate


@dataclass(frozen=True)
class BarPlot:
    """Bars with intervals: one bar per label, or two if two series are compared."""

    title: str
    description: str
    """One sentence that says what the plot shows; also its text alternative."""
    labels: tuple[str, ...]
    series: tuple[str, ...]
    """Name of the series; two names for a comparison."""
    values: tuple[tuple[Estimate | None, ...], ...]
    """Values by series, then by label; None if nothing was measured."""
    is_share: bool = False
    reference: float | None = None
    """Value of a reference line, such as a fair share."""
    note: str = ""


@dataclass(frozen=True)
class Histogram:
    """Distribution of a number over matches or moves."""

    title: str
    description: str
    edges: tuple[float, ...]
    """Edges of the bins. Bin k holds the values from edge k up to, not including, edge k + 1."""
    series: tuple[str, ...]
    shares: tuple[tuple[float, ...], ...]
    """Share of the values in each bin, by series, then by bin."""
    axis: str
    """Unit of the horizontal axis, such as "points" or "moves"."""
    is_log: bool = False
    """Whether each bin is twice as wide as the bin before. All bins are then drawn equally wide."""
    note: str = ""


@dataclass(frozen=True)
class GridHeatMap:
    """Heat map of a board with rows and columns."""

    title: str
    description: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    """Values by row, then by column."""
    is_share: bool = False
    note: str = ""


@dataclass(frozen=True)
class HexHeatMap:
    """Heat map of a board of hexagons, in axial coordinates around its centre."""

    title: str
    description: str
    values: tuple[tuple[float | None, ...], ...]
    """Values by r, then by q, both from -radius to +radius; None outside the board."""
    is_share: bool = False
    note: str = ""


@dataclass(frozen=True)
class MetricRow:
    """The row of one metric in a table."""

    label: str
    rule: str
    values: tuple[Estimate | None, ...]
    """Values by series."""
    is_share: bool = False
    difference: Estimate | None = None
    """Value of the second series minus value of the first series."""
    is_changed: bool = False
    """Whether the difference is significant, corrected for all rows of the report."""


@dataclass(frozen=True)
class MetricTable:
    """A table of metrics with their intervals."""

    title: str
    series: tuple[str, ...]
    rows: tuple[MetricRow, ...]
    note: str = ""


@dataclass(frozen=True)
class TargetRange:
    """A metric and the range in which it should lie."""

    label: str
    low: float
    high: float
    is_share: bool = False

    def distance_outside(self, value: float) -> float:
        """Return how far a value is outside the range: negative below it, positive above it, 0 inside."""
        return min(0.0, value - self.low) or max(0.0, value - self.high)


@dataclass(frozen=True)
class CandidateRow:
    """One candidate of a search, such as a deck."""

    name: str
    values: tuple[Estimate | None, ...]
    """One value per target."""
    is_on_frontier: bool
    """Whether no other candidate dominates it."""
    is_current: bool
    """Whether the candidate is in use at present."""


@dataclass(frozen=True)
class CandidateTable:
    """A table of candidates. Values outside their target ranges are marked."""

    title: str
    kind: str
    """What the candidates are, such as "deck"."""
    targets: tuple[TargetRange, ...]
    rows: tuple[CandidateRow, ...]
    note: str = ""


@dataclass(frozen=True)
class ScatterPlot:
    """Candidates as points in the plane of two targets."""

    title: str
    description: str
    axes: tuple[TargetRange, TargetRange]
    """Target on the horizontal axis, target on the vertical axis."""
    points: tuple[CandidateRow, ...]
    """Candidates with two values each."""
    note: str = ""


ReportBlock = BarPlot | Histogram | GridHeatMap | HexHeatMap | ScatterPlot | MetricTable | CandidateTable


@dataclass(frozen=True)
class ReportSection:
    """A designer's question, its answer, and the plots and tables that support the answer."""

    slug: str
    title: str
    answer: tuple[str, ...]
    """The answer, in plain sentences."""
    blocks: tuple[ReportBlock, ...]


@dataclass(frozen=True)
class ReportPage:
    """A whole report as data: title, settings, findings, sections, command."""

    title: str
    subtitle: str
    parameters: tuple[tuple[str, str], ...]
    """Names and values of the settings: game, players, bots, matches, seed."""
    findings: tuple[str, ...]
    """The main results, in plain sentences."""
    sections: tuple[ReportSection, ...]
    command: str
    """The command that creates this page again."""
    notes: tuple[str, ...] = field(default=())
    """Hints for reading the page."""
