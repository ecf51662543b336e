"""What a designer counts in a match: names, words and places for the numbers that a game's `tally.py` writes."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from dottable.core.game import Game

MATCH = "match"
"""What a figure is counted over, unless it says something else: every match is one."""


@dataclass(frozen=True)
class Count:
    """Whole numbers that go up while a match is played."""

    name: str
    meaning: str
    shape: tuple[int, ...] = ()
    """Nothing for a single number."""

    @property
    def size(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True)
class Figure:
    """A count over another one: how often a rule fires, how large something is."""

    name: str
    words: str
    """What it says, as a noun: "tiles burned a match", "colours tied at a round's end"."""
    count: str
    over: str = MATCH
    """Another count; a figure of two single counts is their ratio over all matches."""
    is_share: bool = False
    """Shown in per cent: `count` is a part of `over`."""
    rule: str = ""
    """The ruling behind it, such as C7."""


@dataclass(frozen=True)
class Chart:
    """A count with a shape, drawn: bars side by side, a grid of cells, or a board of hexagons.

    Every entry is shown as its part of `over`: another count of the same shape, a single one, or MATCH.
    """

    name: str
    words: str
    count: str
    labels: tuple[str, ...]
    """Of bars: one each. Of a grid: of its columns. Of hexagons: none."""
    over: str = MATCH
    is_share: bool = False
    kind: Literal["bars", "grid", "hexagons"] = "bars"
    row_labels: tuple[str, ...] = ()
    """Of a grid."""
    note: str = ""
    """What a reader has to know to understand it."""


def offsets(counts: tuple[Count, ...]) -> dict[str, int]:
    """Where each count begins; `tally.py` takes its constants from here."""
    found, at = {}, 0
    for count in counts:
        found[count.name] = at
        at += count.size
    return found


def width(counts: tuple[Count, ...]) -> int:
    """How many numbers there are in all."""
    return sum(count.size for count in counts)


def counts_of(game: Game) -> tuple[Count, ...]:
    """What a game counts; nothing if it has no `tally.py`."""
    return game.tally.COUNTS if game.tally is not None else ()
