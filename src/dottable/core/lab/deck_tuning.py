"""Knobs and targets of a game whose deck is generated from a seed; used by `dottable deck tune`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Knob:
    """A parameter of the deck generator."""

    name: str
    description: str
    values: tuple[int, ...]
    """Values that a search tries unless told otherwise."""
    house: int
    """Value of the house deck."""


@dataclass(frozen=True)
class Target:
    """The range that a metric should lie in."""

    metric: str
    """Name of a metric of the game's statistics or of `lab/statistics/metrics.py`."""
    low: float
    high: float
    rule: str
    """Number of the ruling that asks for it, such as A20."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game that the metric is measured with, if not the default ones."""
