"""Definitions of a game's statistics: counts, and the metrics and charts made from them."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from dottable.core.game import Game

PER_MATCH = "match"
"""Denominator of a metric that is given per match."""


@dataclass(frozen=True)
class Count:
    """A counter, or an array of counters, that goes up during a match."""

    name: str
    meaning: str
    shape: tuple[int, ...] = ()
    """Shape of the array; empty for a single number."""

    @property
    def size(self) -> int:
        """Number of counters: the product of the shape, 1 for a single number."""
        return prod(self.shape)


@dataclass(frozen=True)
class Metric:
    """A ratio of two counts, such as burned tiles per turn, or wins per match."""

    name: str
    label: str
    """A noun phrase: "tiles burned per match", "colours tied at a round's end"."""
    count: str
    """Name of the numerator."""
    over: str = PER_MATCH
    """Name of the denominator: another count, or PER_MATCH."""
    is_share: bool = False
    """Whether `count` is a part of `over`. Shares are shown in percent."""
    rule: str = ""
    """Number of the rulebook's ruling that the metric is about, such as C7."""


@dataclass(frozen=True)
class Chart:
    """A count with a shape, drawn as bars, as a grid of cells or as a board of hexagons.

    Every entry is divided by `over`: a count of the same shape, a single count, or PER_MATCH.
    """

    name: str
    title: str
    count: str
    labels: tuple[str, ...]
    """One per bar, or one per column of a grid; none for hexagons."""
    over: str = PER_MATCH
    is_share: bool = False
    """Whether the values are shown in percent."""
    kind: Literal["bars", "grid", "hexagons"] = "bars"
    row_labels: tuple[str, ...] = ()
    """One per row of a grid."""
    hides_empty_rows: bool = False
    """Whether rows of a grid that count nothing are left out, such as colours that a deck does not have."""
    note: str = ""
    """An explanation shown below the chart."""


def offsets_by_count_name(counts: tuple[Count, ...]) -> dict[str, int]:
    """Return, by name of a count, the index of its first number in the array of all counters."""
    found, start = {}, 0
    for count in counts:
        found[count.name] = start
        start += count.size
    return found


def total_size(counts: tuple[Count, ...]) -> int:
    """Return the length of the array that holds the numbers of all counts."""
    return sum(count.size for count in counts)


def counts_of(game: Game) -> tuple[Count, ...]:
    """Return the counts that a game's statistics define; an empty tuple if it has no statistics."""
    return game.statistics.COUNTS if game.statistics is not None else ()
