"""Everybody knows everything but the tosses to come."""

from __future__ import annotations

from typing import Any

from dottable.core.chance import rekey
from dottable.core.rule import rule

OBSERVATION = 1


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    out[0] = s.tossed


@rule
def resample(s: Any, seat: int, g: Any) -> None:
    rekey(s.rng, g)
