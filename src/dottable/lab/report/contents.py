"""What a page of a report holds, before anybody decides how it looks. Nothing here knows a game."""

from __future__ import annotations

from dataclasses import dataclass, field

from dottable.lab.estimates import Estimate


@dataclass(frozen=True)
class BarPlot:
    """Bars side by side, each with its interval; for two series, pairs of bars."""

    title: str
    words: str
    """What it shows, in a sentence: the text alternative."""
    labels: tuple[str, ...]
    series: tuple[str, ...]
    """One name, or two where things are compared."""
    values: tuple[tuple[Estimate | None, ...], ...]
    """By series, then by label; None where nothing could be measured."""
    is_share: bool = False
    reference: float | None = None
    """A line to compare with, such as a fair share."""
    note: str = ""


@dataclass(frozen=True)
class Histogram:
    """How often each size comes; bars that touch."""

    title: str
    words: str
    edges: tuple[float, ...]
    """One more than there are bars: bar k holds what lies from edge k up to, not including, edge k + 1."""
    series: tuple[str, ...]
    shares: tuple[tuple[float, ...], ...]
    """By series, then by bar."""
    axis: str
    """What is measured along it: "points", "moves"."""
    is_log: bool = False
    """Whether edges double from bar to bar, and all bars are drawn equally wide."""
    note: str = ""


@dataclass(frozen=True)
class Grid:
    """A heat map of a board with rows and columns."""

    title: str
    words: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    """By row, then by column."""
    is_share: bool = False
    note: str = ""


@dataclass(frozen=True)
class Hexagons:
    """A heat map of a board of hexagons, by axial coordinates around its centre."""

    title: str
    words: str
    values: tuple[tuple[float | None, ...], ...]
    """By r, then by q, both from -radius to +radius; None outside the board."""
    is_share: bool = False
    note: str = ""


@dataclass(frozen=True)
class Row:
    """A figure in a table."""

    words: str
    rule: str
    values: tuple[Estimate | None, ...]
    """By series."""
    is_share: bool = False
    difference: Estimate | None = None
    """Of the second series from the first."""
    is_changed: bool = False
    """Whether the difference is more than chance would explain, with all rows of the report in mind."""


@dataclass(frozen=True)
class Figures:
    """A table of figures with their intervals."""

    title: str
    series: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""


@dataclass(frozen=True)
class Wanted:
    """A figure, and the range where it should lie."""

    words: str
    low: float
    high: float
    is_share: bool = False

    def miss(self, value: float) -> float:
        """How far outside the range: negative below it, 0 inside."""
        return min(0.0, value - self.low) or max(0.0, value - self.high)


@dataclass(frozen=True)
class Contender:
    """One of several things to choose from."""

    name: str
    values: tuple[Estimate | None, ...]
    """One for everything that is wanted."""
    is_best: bool
    """Whether none of the others beats it."""
    is_own: bool
    """Whether it is the one that there is already."""


@dataclass(frozen=True)
class Contest:
    """A table of contenders, where figures outside their ranges are marked."""

    title: str
    kind: str
    """What contends: "deck"."""
    wanted: tuple[Wanted, ...]
    rows: tuple[Contender, ...]
    note: str = ""


@dataclass(frozen=True)
class Scatter:
    """Contenders as points by two of the figures that are wanted."""

    title: str
    words: str
    axes: tuple[Wanted, Wanted]
    """Across, and up."""
    points: tuple[Contender, ...]
    """With two values each."""
    note: str = ""


Block = BarPlot | Histogram | Grid | Hexagons | Scatter | Figures | Contest


@dataclass(frozen=True)
class Section:
    """A designer's question and what answers it."""

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
    facts: tuple[tuple[str, str], ...]
    """What was played, by name and value."""
    findings: tuple[str, ...]
    """The most important of it, in plain sentences."""
    sections: tuple[Section, ...]
    command: str
    """What makes the same page again."""
    notes: tuple[str, ...] = field(default=())
    """How to read it."""
