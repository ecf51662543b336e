"""Redrawing what a seat cannot know."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import rekey
from dottable.core.primitives.rule import rule


@rule
def resample(s: Any, seat: int, g: Any) -> None:
    """Redraw the order of the packs: a new key for the random generator, which picks every card that is turned up."""
    rekey(s.rng, g)
