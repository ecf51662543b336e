"""Knobs (generator parameters) and targets of a game whose deck is generated; used by `dottable deck tune`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Knob:
    """An integer parameter of the deck generator."""

    name: str
    description: str
    values: tuple[int, ...]
    """Values that a search over decks tries unless told otherwise."""
    house: int
    """Value with which the deck that comes with the game was generated."""


@dataclass(frozen=True)
class Target:
    """The range in which a metric of a good deck lies."""

    metric: str
    """Name of a metric of the game's statistics or of `lab/statistics/metrics.py`."""
    low: float
    high: float
    rule: str
    """Number of the rulebook's ruling that asks for it, such as A20."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game with which the metric is measured; omitted options have their defaults."""
