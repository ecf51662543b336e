"""What `dottable deck tune` needs of a game whose deck is made by a seed: knobs to turn, and targets to meet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Knob:
    """Something that can be set when a deck is made."""

    name: str
    words: str
    values: tuple[int, ...]
    """What is tried."""
    house: int
    """What the house deck has."""


@dataclass(frozen=True)
class Target:
    """Where a figure should lie. Figures are those of `tally.py` and of `lab/figures.py`."""

    figure: str
    low: float
    high: float
    rule: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game that it is measured with, where they are not the usual ones."""
