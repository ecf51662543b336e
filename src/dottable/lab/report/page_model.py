"""Contents of a report page, independent of its layout and of any game."""

from __future__ import annotations

from dataclasses import dataclass, field

from dottable.lab.statistics.estimates import Estimate


@dataclass(frozen=True)
class BarPlot:
    """Bars with intervals, one per label; pairs of bars if two series are compared."""

    title: str
    description: str
    """One sentence on what the plot shows; also its text alternative."""
    labels: tuple[str, ...]
    series: tuple[str, ...]
    """One name, or two for a comparison."""
    values: tuple[tuple[Estimate | None, ...], ...]
    """By series, then by label; None if nothing was measured."""
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
    """Bin k holds values from edge k up to, not including, edge k + 1."""
    series: tuple[str, ...]
    shares: tuple[tuple[float, ...], ...]
    """By series, then by bin."""
    axis: str
    """Unit of the horizontal axis: "points", "moves"."""
    is_log: bool = False
    """Whether each bin is twice as wide as the one before. All bins are then drawn equally wide."""
    note: str = ""


@dataclass(frozen=True)
class GridHeatMap:
    """Heat map of a board with rows and columns."""

    title: str
    description: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    """By row, then by column."""
    is_share: bool = False
    note: str = ""


@dataclass(frozen=True)
class HexHeatMap:
    """Heat map of a board of hexagons, in axial coordinates around its centre."""

    title: str
    description: str
    values: tuple[tuple[float | None, ...], ...]
    """By r, then by q, both from -radius to +radius; None outside the board."""
    is_share: bool = False
    note: str = ""


@dataclass(frozen=True)
class MetricRow:
    """One metric in a table."""

    label: str
    rule: str
    values: tuple[Estimate | None, ...]
    """By series."""
    is_share: bool = False
    difference: Estimate | None = None
    """Second series minus first."""
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
    """A metric, and the range that it should lie in."""

    label: str
    low: float
    high: float
    is_share: bool = False

    def distance_outside(self, value: float) -> float:
        """Return the distance outside the range: negative below it, positive above it, 0 inside."""
        return min(0.0, value - self.low) or max(0.0, value - self.high)


@dataclass(frozen=True)
class CandidateRow:
    """One candidate of a search, such as a deck."""

    name: str
    values: tuple[Estimate | None, ...]
    """One per target."""
    is_on_frontier: bool
    """Whether no other candidate dominates it."""
    is_current: bool
    """Whether it is the one in use now."""


@dataclass(frozen=True)
class CandidateTable:
    """A table of candidates. Values outside their target ranges are marked."""

    title: str
    kind: str
    """What the candidates are: "deck"."""
    targets: tuple[TargetRange, ...]
    rows: tuple[CandidateRow, ...]
    note: str = ""


@dataclass(frozen=True)
class ScatterPlot:
    """Candidates as points, by two of the targets."""

    title: str
    description: str
    axes: tuple[TargetRange, TargetRange]
    """Horizontal, vertical."""
    points: tuple[CandidateRow, ...]
    """With two values each."""
    note: str = ""


Block = BarPlot | Histogram | GridHeatMap | HexHeatMap | ScatterPlot | MetricTable | CandidateTable


@dataclass(frozen=True)
class Section:
    """A designer's question, its answer, and the plots and tables behind it."""

    slug: str
    title: str
    answer: tuple[str, ...]
    """Plain sentences."""
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Page:
    """A whole report."""

    title: str
    subtitle: str
    parameters: tuple[tuple[str, str], ...]
    """Names and values of what was played: game, players, bots, matches, seed."""
    findings: tuple[str, ...]
    """The main results, in plain sentences."""
    sections: tuple[Section, ...]
    command: str
    """The command that makes this page again."""
    notes: tuple[str, ...] = field(default=())
    """Hints for reading the page."""
